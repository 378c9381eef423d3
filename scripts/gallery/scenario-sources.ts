/** What the gallery shows: every scenario of the project and every lab of the course, in one thread. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import lab1 from '../../docs/course/solutions/lab1.ts';
import lab3 from '../../docs/course/solutions/lab3.ts';
import lab5 from '../../docs/course/solutions/lab5.ts';
import lab6 from '../../docs/course/solutions/lab6.ts';
import lab7 from '../../docs/course/solutions/lab7.ts';
import { catalog } from '../../src/catalog.ts';
import type { AnyBlock } from '../../src/core/block.ts';
import { isTree } from '../../src/core/tree.ts';
import type { Tree } from '../../src/core/tree.ts';
import { loadLab } from '../../src/course/grade.ts';
import type { Submission } from '../../src/course/grading.ts';
import { STUDENT } from '../../src/course/grading.ts';
import { nodeFiles } from '../../src/node/files.ts';
import { expandScenario } from '../../src/scenario/document.ts';
import { inOneThread } from '../../src/scenario/in-one-thread.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

export interface GallerySource {
  readonly path: string;
  readonly group: string;
  readonly scenario: Scenario;
  readonly runnable: boolean;
  readonly command: string;
  /** Whether its result depends on what a student writes; it is shown with the model solution. */
  readonly isTask: boolean;
}
