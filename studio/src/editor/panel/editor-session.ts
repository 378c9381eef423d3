/**
 * What an editor panel knows and does, without its looks: which work is open, its text, what is wrong with it, how it is run and
 * graded.
 */
import { formatYaml } from '../../../../src/scenario/yaml.ts';
import { computed, signal } from '@preact/signals';
import { compile } from '../compile.ts';
import type { CodeProblem } from '../compile.ts';
import { courseFiles } from '../course-files.ts';
import type { FileHandle } from '../disk-files.ts';
import { openFromDisk, saveToDisk } from '../disk-files.ts';
import { browserStore, Drafts } from '../drafts.ts';
import type { GradeReport } from '../grade-client.ts';
import { grade, prepare, WorkError } from '../grade-client.ts';
import type { Work } from '../grade-run.ts';
import type { StartingPoint } from '../starting-points.ts';
import { localDocument, startingPoints } from '../starting-points.ts';
import type { UserModule } from '../user-module.ts';
import { placeInYaml } from '../yaml-place.ts';
import type { Studio } from '../../panels/panel.ts';
import type { Player, Problem } from '../../players/player.ts';
import { sentence } from '../../players/player.ts';

export const points: readonly StartingPoint[] = startingPoints(courseFiles);
const drafts = new Drafts(browserStore());

/** Address of the text of a starting point among the editor's models. */
export const modelUri = ({ id, file }: StartingPoint): string => `file:///${id}/${file}`;

export class EditorSession {
  readonly point = signal(points[0]);
  readonly scenario = signal(points[0].scenarios[0]);
  readonly text = signal('');
  /** Whether the browser keeps the text. */
  readonly kept = signal(true);
  /** What the compiler says of the text as it stands. */
  readonly told = signal<readonly CodeProblem[]>([]);
  /** Why the last attempt to run or grade did not work. */
  readonly failure = signal<Problem | undefined>(undefined);
  readonly busy = signal<'' | 'run' | 'grade'>('');
  readonly progress = signal<{ readonly share: number; readonly title: string }>({ share: 0, title: '' });
  readonly report = signal<GradeReport | undefined>(undefined);
  readonly isChanged = computed(() => this.text.value !== this.point.value.starter);
  /** What the run that was started here stumbled over, as long as the text is the one that ran. */
  readonly runProblem = computed<Problem | undefined>(() =>
    this.text.value === this.ranText.value ? this.ownStatus.value?.problem : undefined,
  );
  /** Whether the verdict is about the text as it stands. */
  readonly isReportCurrent = computed(() => this.text.value === this.gradedText.value);
  /** The run that was started here last, and how it is while the page shows it. */
  private readonly ownPlayer = signal<Player | undefined>(undefined);
  private readonly ownStatus = computed(() =>
    this.ownPlayer.value === this.studio.player.value ? this.ownPlayer.value.status.value : undefined,
  );
  private readonly ranText = signal<string | undefined>(undefined);
  private readonly gradedText = signal<string | undefined>(undefined);
  private stopping: AbortController | undefined;
  private handle: FileHandle | undefined;

  constructor(private readonly studio: Pick<Studio, 'open' | 'player'>) {}

  /** Opens a lab or an example with the text that was written for it before, if any. */
  open(id: string | undefined, scenarioPath?: string): void {
    const point = points.find((candidate) => candidate.id === id) ?? points[0];
    this.stop();
    this.handle = undefined;
    this.point.value = point;
    this.scenario.value = point.scenarios.find(({ path }) => path === scenarioPath) ?? point.scenarios[0];
    this.text.value = drafts.read(point.id) ?? point.starter;
    this.told.value = [];
    this.failure.value = undefined;
    this.report.value = undefined;
    this.ranText.value = undefined;
  }

  edit(text: string): void {
    if (text === this.text.value) return;
    this.text.value = text;
    this.failure.value = undefined;
  }

  /** Keeps the text in the browser; a text that was never changed needs no keeping. */
  keep(): void {
    const { id, starter } = this.point.value;
    if (this.text.value === starter) drafts.forget(id);
    else this.kept.value = drafts.write(id, this.text.value);
  }

  /** Opens the chosen scenario with the work in it, and plays it unless it is to stand still. */
  async run({ paused = false } = {}): Promise<void> {
    if (this.busy.value !== '') return;
    await this.attempt('run', async () => {
      const { point, scenario } = this;
      const { document, modules } = await this.runnable();
      this.ranText.value = this.text.value;
      const title =
        point.value.scenarios.length > 1
          ? `${point.value.title} (${scenario.value.title.toLowerCase()})`
          : point.value.title;
      const problem = await this.studio.open({ text: formatYaml(document), modules, title, paused });
      if (problem !== undefined) throw new Error(sentence(problem));
      this.ownPlayer.value = this.studio.player.value;
    });
  }

  async grade(): Promise<void> {
    if (this.busy.value !== '' || this.point.value.kind !== 'lab') return;
    this.report.value = undefined;
    this.ranText.value = undefined;
    this.gradedText.value = this.text.value;
    this.stopping = new AbortController();
    const { signal: stopped } = this.stopping;
    await this.attempt('grade', async () => {
      const work = await this.work();
      const progress = (share: number, title: string): void => void (this.progress.value = { share, title });
      this.report.value = await grade(this.point.value, work, courseFiles, { progress, signal: stopped });
    });
  }

  stop(): void {
    this.stopping?.abort();
  }

  /** Undefined when it was not saved after all; else its name on disk. */
  async saveToDisk(elsewhere = false): Promise<string | undefined> {
    this.keep();
    const saved = await saveToDisk(this.point.value.file, this.text.value, elsewhere ? undefined : this.handle);
    if (saved?.handle !== undefined) this.handle = saved.handle;
    return saved?.name;
  }

  /** The text of a file, for the editor to take; undefined when none was chosen. */
  async openFromDisk(): Promise<string | undefined> {
    const file = await openFromDisk(this.point.value.writes === 'controller' ? '.ts' : '.yaml');
    if (file !== undefined) this.handle = file.handle;
    return file?.text;
  }

  private async attempt(what: 'run' | 'grade', action: () => Promise<void>): Promise<void> {
    this.keep();
    this.failure.value = undefined;
    this.progress.value = { share: 0, title: '' };
    this.busy.value = what;
    const text = this.text.value;
    try {
      await action();
    } catch (error) {
      if (!(error instanceof WorkError && error.message === 'stopped'))
        this.failure.value = this.problemOf(error, text);
    } finally {
      this.busy.value = '';
    }
  }

  private problemOf(error: unknown, text: string): Problem {
    const what = error instanceof Error ? error.message : String(error);
    const place =
      (error instanceof WorkError ? error.place : undefined) ??
      (this.point.value.writes === 'parameters' ? placeInYaml(what, text) : undefined);
    return { what, ...place };
  }

  /** The chosen scenario with the work in it. */
  private async runnable(): Promise<{ document: unknown; modules: UserModule[] }> {
    const {
      point: { value: point },
      scenario: { value: scenario },
    } = this;
    if (point.kind === 'lab' && !scenario.graded)
      return { document: await localDocument(scenario.path, courseFiles), modules: [] };
    const work = await this.work();
    const modules = work.kind === 'module' ? [work.module] : [];
    if (point.kind === 'example') return { document: await localDocument(scenario.path, courseFiles), modules };
    return { document: await prepare(scenario.path, work, courseFiles), modules };
  }

  private async work(): Promise<Work> {
    const {
      point: { value: point },
      text: { value: source },
    } = this;
    if (point.writes === 'parameters') return { kind: 'parameters', file: point.file, text: source };
    const { js, map, problems } = await compile(source, modelUri(point));
    if (js === '') {
      const { what, line = 1, column = 1 } = problems[0] ?? { what: 'There is nothing in this file to run.' };
      throw new WorkError(what, { line, column });
    }
    return { kind: 'module', module: { file: `./${point.file}`, source, js, map } };
  }
}
