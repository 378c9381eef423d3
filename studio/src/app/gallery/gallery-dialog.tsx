/** All scenarios on one page, to be looked at, searched and opened. */
import './gallery.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Empty, SearchField } from '../../ui/controls.tsx';
import { Dialog } from '../dialogs/dialog.tsx';
import { sentence } from '../../players/player.ts';
import { useShell } from '../shell/shell.ts';
import { GalleryCard } from './gallery-card.tsx';
import type { GalleryEntry } from '../shell/gallery-entry.ts';
import { featured, filterEntries, groupTitle, groupsOf, isTask, labOf } from './gallery-filter.ts';

type Loaded = { readonly entries: GalleryEntry[] } | { readonly problem: string } | undefined;

export function GalleryDialog() {
  const shell = useShell();
  const [loaded, setLoaded] = useState<Loaded>(undefined);
  const [words, setWords] = useState('');
  const [group, setGroup] = useState<string | undefined>(undefined);
  const search = useRef<HTMLInputElement>(null);
  const close = () => (shell.dialog.value = undefined);
  const load = () =>
    void shell.sources.gallery().then(
      (entries) => setLoaded({ entries }),
      (error: unknown) => setLoaded({ problem: String((error as Error).message ?? error) }),
    );
  useEffect(load, []);
  useEffect(() => search.current?.focus(), []);
  const open = async ({ path, ...entry }: GalleryEntry) => {
    close();
    if (isTask(entry)) {
      // what was shown before belongs to something else
      shell.player.peek().pause();
      return shell.openPanel('editor', { start: labOf(path), scenario: path, task: true, ready: true });
    }
    const problem = await shell.open({ path });
    if (problem !== undefined) shell.notify(`${path} cannot be opened: ${sentence(problem)}`, 'problem');
  };
  const entries = loaded !== undefined && 'entries' in loaded ? loaded.entries : [];
  return (
    <Dialog
      title="Gallery"
      class="sk-gallery"
      onClose={close}
      data-testid="gallery"
      aside={
        <SearchField
          label="Search scenarios"
          value={words}
          onInput={setWords}
          inputRef={search}
          data-testid="gallery-search"
        />
      }
    >
      <GroupBar entries={entries} group={group} choose={setGroup} />
      <div class="sk-gallery-scroll" tabIndex={-1}>
        {loaded === undefined && (
          <p class="sk-gallery-wait" role="status">
            Loading the scenarios…
          </p>
        )}
        {loaded !== undefined && 'problem' in loaded && (
          <Empty title="The gallery cannot be loaded">
            <p>{loaded.problem}</p>
            <Button onClick={load}>Try again</Button>
          </Empty>
        )}
        <Sections
          entries={filterEntries(entries, words, group)}
          first={words.trim() === '' && group === undefined ? featured(entries) : []}
          hasAny={entries.length > 0}
          open={(entry) => void open(entry)}
          copy={(text) => copy(text, shell.notify)}
          clear={() => {
            setWords('');
            setGroup(undefined);
          }}
        />
      </div>
    </Dialog>
  );
}

const copy = (text: string, notify: (text: string) => void) =>
  void navigator.clipboard.writeText(text).then(
    () => notify('Copied.'),
    () => notify('The browser does not let this page copy.'),
  );

function GroupBar({
  entries,
  group,
  choose,
}: {
  entries: GalleryEntry[];
  group: string | undefined;
  choose(group: string | undefined): void;
}) {
  return (
    <div class="sk-gallery-groups" role="group" aria-label="Groups">
      <Button kind="quiet" pressed={group === undefined} onClick={() => choose(undefined)}>
        All <small>{entries.length}</small>
      </Button>
      {groupsOf(entries).map((name) => (
        <Button
          key={name}
          kind="quiet"
          pressed={group === name}
          data-testid={`group-${name}`}
          onClick={() => choose(name)}
        >
          {groupTitle(name)} <small>{entries.filter((entry) => entry.group === name).length}</small>
        </Button>
      ))}
    </div>
  );
}

interface SectionsProps {
  entries: GalleryEntry[];
  /** What is shown before the others. */
  first: GalleryEntry[];
  hasAny: boolean;
  open(entry: GalleryEntry): void;
  copy(text: string): void;
  clear(): void;
}

function Sections({ entries, first, hasAny, open, copy: copyText, clear }: SectionsProps) {
  if (entries.length === 0 && hasAny)
    return (
      <Empty title="No scenario matches">
        <p>Try fewer words, or another group.</p>
        <Button onClick={clear}>Show all</Button>
      </Empty>
    );
  const sections = [
    ...(first.length === 0 ? [] : [{ title: 'Start here', members: first }]),
    ...groupsOf(entries).map((group) => ({
      title: groupTitle(group),
      members: entries.filter((entry) => entry.group === group),
    })),
  ];
  return (
    <>
      {sections.map(({ title, members }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul class="sk-cards">
            {members.map((entry) => (
              <GalleryCard
                key={entry.path}
                entry={entry}
                isTask={isTask(entry)}
                onOpen={() => open(entry)}
                onCopy={() => copyText(entry.command)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
