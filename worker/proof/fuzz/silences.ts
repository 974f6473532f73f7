import type { Outcome, Processor } from '../../processors/processor.ts'

/** A processor, and how often it has left somebody without an outcome. */
export const countingSilences = (processor: Processor) => {
  const silences = { count: 0 }
  const watching =
    <Arguments extends unknown[]>(ask: (...rest: Arguments) => Promise<Outcome>) =>
    async (...rest: Arguments): Promise<Outcome> => {
      const outcome = await ask(...rest)
      if (outcome.result === 'unknown' || outcome.result === 'notSent') silences.count++
      return outcome
    }
  const { authorize, capture, void: undo, credit } = processor
  const watched: Processor = {
    ...processor,
    authorize: watching(authorize),
    capture: watching(capture),
    void: watching(undo),
    credit: watching(credit),
  }
  return { processor: watched, silences }
}
