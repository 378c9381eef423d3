/** `skidpad reproduce platoon`: headways at which platoons are string stable, and Plexe's controllers beside SUMO's. */
import type { HeadwayCase } from './critical-headway.ts';
import { HEADWAY_CASES, simulatedHeadway } from './critical-headway.ts';
import { closedFormHeadway } from './closed-form.ts';
import type { Controller, Manoeuvre, PlatoonRecord } from './platoon-of-eight.ts';
import { controllers, driveEight, MANOEUVRES } from './platoon-of-eight.ts';

export interface StudySize {
  readonly headways: readonly HeadwayCase[];
  readonly manoeuvres: readonly Manoeuvre[];
}
export const FULL: StudySize = { headways: HEADWAY_CASES, manoeuvres: MANOEUVRES };
export const QUICK: StudySize = {
  headways: HEADWAY_CASES.filter(({ name }) => /20 ms|100 ms/.test(name)),
  manoeuvres: ['sinusoidal'],
};

export interface FoundHeadway extends HeadwayCase {
  /** [s] */
  readonly closedForm: number;
  readonly simulated: number;
}

export interface DrivenPlatoon {
  readonly controller: Controller;
  readonly manoeuvre: Manoeuvre;
  readonly record: PlatoonRecord;
}

export interface PlatoonStudy {
  readonly headways: readonly FoundHeadway[];
  readonly platoons: readonly DrivenPlatoon[];
}

export async function studyPlatoon({ headways, manoeuvres }: StudySize, isQuiet: boolean): Promise<PlatoonStudy> {
  const total = headways.length + manoeuvres.length * controllers.length;
  let done = 0;
  const shows = !isQuiet && process.stderr.isTTY === true;
  const progress = () => {
    if (shows) process.stderr.write(`\r\x1b[K${done === total ? '' : `platoon: ${done} of ${total} cases`}`);
    done++;
  };
  progress();
  const found: FoundHeadway[] = [];
  for (const entry of headways) {
    found.push({
      ...entry,
      closedForm: closedFormHeadway(entry.loop),
      simulated: await simulatedHeadway(entry.loop),
    });
    progress();
  }
  const platoons: DrivenPlatoon[] = [];
  for (const manoeuvre of manoeuvres) {
    for (const controller of controllers) {
      platoons.push({ controller, manoeuvre, record: await driveEight(controller, manoeuvre) });
      progress();
    }
  }
  return { headways: found, platoons };
}
