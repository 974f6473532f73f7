import { sample, shuffledSubarray } from 'fast-check'

/** `file:line`, as a mutated line is printed and replayed. */
export type Line = string

/** Nothing of these can be mutated. */
const withoutCode = /^(?:\/\/|\/?\*|import |export (?:type|interface) |[)\]}]*[,;]?$)/

/** The lines of a source that hold code, whether or not there is a mutant for them. */
export const codeLines = (file: string, text: string): Line[] =>
  text.split('\n').flatMap((line, index) => (withoutCode.test(line.trim()) ? [] : [`${file}:${index + 1}`]))

/** So many of the lines, each at most once: the same ones for the same seed, and all where there are no more. */
export const drawLines = (lines: readonly Line[], count: number, seed: number): Line[] => {
  const length = Math.min(count, lines.length)
  const [drawn = []] = sample(shuffledSubarray([...lines], { minLength: length, maxLength: length }), {
    seed,
    numRuns: 1,
  })
  return drawn
}
