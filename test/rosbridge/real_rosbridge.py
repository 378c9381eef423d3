"""rosbridge_library of ROS 1 on a WebSocket, beside a node that sends back what it hears.

  python3 real_rosbridge.py PATH_OF_rosbridge_library/src

Prints the port. Needs a ROS master (ROS_MASTER_URI), rospy, tornado, bson and PIL. What is on topics /in/X comes back on /out/X.
"""
import asyncio
import sys
import threading

sys.path.insert(0, sys.argv[1])
import rospy
import tornado.ioloop
import tornado.web
import tornado.websocket
from geometry_msgs.msg import PoseStamped
from sensor_msgs.msg import Image, Imu, LaserScan
from std_msgs.msg import Float32

stdout, sys.stdout = sys.stdout, sys.stderr  # the library prints
from rosbridge_library.rosbridge_protocol import RosbridgeProtocol


class Bridge(tornado.websocket.WebSocketHandler):
    count = 0

    def open(self):
        Bridge.count += 1
        self.loop = tornado.ioloop.IOLoop.current()
        parameters = {"fragment_timeout": 600, "delay_between_messages": 0, "max_message_size": None, "unregister_timeout": 10}
        self.protocol = RosbridgeProtocol(Bridge.count, parameters=parameters)
        self.protocol.outgoing = self.pass_on
        self.set_nodelay(True)

    def on_message(self, message):
        self.protocol.incoming(message)

    def on_close(self):
        threading.Thread(target=self.protocol.finish, daemon=True).start()

    def pass_on(self, message, compression="none"):
        self.loop.add_callback(self.put, message, compression in ("cbor", "cbor-raw"))

    def put(self, message, binary):
        try:
            self.write_message(bytes(message) if binary else message, binary)
        except tornado.websocket.WebSocketClosedError:
            pass

    def check_origin(self, origin):
        return True


def relay(name, kind):
    publisher = rospy.Publisher("/out/" + name, kind, queue_size=1000)
    rospy.Subscriber("/in/" + name, kind, publisher.publish)


async def main():
    rospy.init_node("bench", disable_signals=True)
    for name, kind in (("speed", Float32), ("pose", PoseStamped), ("scan", LaserScan), ("imu", Imu), ("image", Image)):
        relay(name, kind)
    server = tornado.web.Application([(r"/", Bridge)]).listen(0, "127.0.0.1")
    port = list(server._sockets.values())[0].getsockname()[1]
    print(port, file=stdout, flush=True)
    await asyncio.Event().wait()


asyncio.run(main())
