import { sample, shuffledSubarray } from 'fast-check'

/** `file:line`, as printed for a replay. */
export type Line = string

/** Lines without mutants. */
const nonCode = /^(?:\/\/|\/?\*|import |export (?:type|interface) |[)\]}]*[,;]?$)/

/** The lines of a source with code, with or without mutants. */
export const codeLines = (file: string, text: string): Line[] =>
  text.split('\n').flatMap((line, index) => (nonCode.test(line.trim()) ? [] : [`${file}:${index + 1}`]))

/** Draws distinct lines or mutants: the same for the same seed, and all if there are fewer. */
export const draw = <T>(all: readonly T[], count: number, seed: number): T[] => {
  const length = Math.min(count, all.length)
  const [drawn = []] = sample(shuffledSubarray([...all], { minLength: length, maxLength: length }), {
    seed,
    numRuns: 1,
  })
  return drawn
}
