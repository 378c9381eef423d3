/**
 * Takes away, from the worker in which users' blocks run, the doors to the network, to what this site keeps in the browser and to other
 * workers. The server's policy closes the network too, imports included; this holds where a web server sends none, and for storage, of
 * which policies do not speak. `localStorage`, where drafts lie, no worker has.
 */
const DOORS = [
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'EventSource', 'WebTransport', 'RTCPeerConnection'],
  ...['importScripts', 'Worker', 'SharedWorker', 'BroadcastChannel'],
  ...['indexedDB', 'caches', 'cookieStore', 'requestFileSystem', 'webkitRequestFileSystem', 'FontFace'],
  ...['requestFileSystemSync', 'webkitRequestFileSystemSync', 'webkitResolveLocalFileSystemURL'],
];

const NAVIGATOR_DOORS = ['storage', 'storageBuckets', 'locks', 'serviceWorker', 'sendBeacon', 'serial', 'usb', 'hid'];

export function closeOutside(scope: object = globalThis): void {
  for (const name of DOORS) remove(scope, name);
  const { navigator } = scope as { navigator?: object };
  if (navigator !== undefined) for (const name of NAVIGATOR_DOORS) remove(navigator, name);
}

/** From the object and from everything it inherits from; what cannot be removed is covered. */
function remove(object: object, name: string): void {
  for (let holder: object | null = object; holder !== null; holder = Object.getPrototypeOf(holder) as object | null) {
    if (Object.hasOwn(holder, name) && !Reflect.deleteProperty(holder, name))
      Reflect.defineProperty(holder, name, { value: undefined, writable: false });
  }
}
