/** The seed of a live run. Another one starts the run again. */
import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { LivePlayer } from '../../players/player.ts';

export function SeedField({ player }: { player: LivePlayer }) {
  const seed = useComputed(() => player.status.value.seed).value;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null && document.activeElement !== input.current) input.current.value = String(seed ?? '');
  }, [seed, player]);
  const apply = () => {
    const wanted = Number(input.current!.value);
    const isGood = input.current!.value.trim() !== '' && Number.isSafeInteger(wanted) && wanted >= 0;
    if (!isGood) input.current!.value = String(seed ?? '');
    else if (wanted !== seed) player.reset({ seed: wanted });
  };
  if (seed === undefined) return null;
  return (
    <label
      class="sk-seed"
      title="Another seed gives other noise; the same seed gives the same bits. Enter starts the run again."
    >
      <span>Seed</span>
      <input
        ref={input}
        type="text"
        inputMode="numeric"
        autocomplete="off"
        data-testid="seed"
        defaultValue={String(seed)}
        onBlur={apply}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
    </label>
  );
}
