/** Topics of data without a scenario: what flows is known, but not between whom. */
import type { ReadonlySignal } from '@preact/signals';
import type { Player } from '../../players/player.ts';
import { useTraffic, hertzText } from './traffic.ts';

export function TopicList({
  player,
  visible,
  openTopic,
}: {
  player: Player;
  visible: ReadonlySignal<boolean>;
  openTopic(id: string): void;
}) {
  const traffic = useTraffic(player, visible);
  const rates = traffic.rates.value;
  const flowing = traffic.flowing.value;
  return (
    <div class="dataflow-topics" data-testid="dataflow-topics">
      <p class="dataflow-muted">
        This data comes without its scenario, so nobody knows which block reads what. These are its topics.
      </p>
      <table class="ui-table">
        <thead>
          <tr>
            <th>Topic</th>
            <th>Type</th>
            <th class="ui-number">Rate</th>
          </tr>
        </thead>
        <tbody>
          {player.topics.value.map(({ id, name, type }) => (
            <tr key={id} data-flowing={flowing.has(id)}>
              <td>
                <button type="button" class="dataflow-link" onClick={() => openTopic(id)}>
                  {name}
                </button>
              </td>
              <td class="dataflow-muted">{type}</td>
              <td class="ui-number">{rates.has(id) ? hertzText(rates.get(id)!) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
