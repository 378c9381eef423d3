/**
 * Functions of foreign code, asked for where only an answer at once will do. Such code runs in a place of its own, so an answer
 * takes a while: the first time a question comes up it is `Unanswered`, and whoever asked tries again when the answer is there.
 */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';

  constructor(
    /** Settles when it is worth trying again; rejects where there will be no answer. */
    readonly arrival: Promise<void>,
  ) {
    super('an answer is on its way');
  }
}

/** Repeats `work`, which must be free of side effects, until it has every answer that it needs. */
export async function withAnswers<T>(work: () => T): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      await error.arrival;
    }
  }
}
