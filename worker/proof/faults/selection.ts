import { bindings } from '../../testing/bindings.ts'

/** A variable of the run; empty if unset. */
export const runVariable = (name: 'SLUICE_SWEEP' | 'SLUICE_SEED' | 'SLUICE_SET'): string =>
  String((bindings as Record<string, unknown>)[name] ?? '')

/** A hash to draw flows and cases by. */
export const hash = (text: string): number => {
  let state = 2_166_136_261
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0)!, 16_777_619)
  return (state ^ (state >>> 15)) >>> 0
}
