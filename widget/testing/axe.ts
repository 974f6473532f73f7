import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Frame, Page } from '@playwright/test'

// Not @axe-core/playwright: it reloads axe for each run and merges the frames' results in another page, which takes twenty
// times as long as the run itself, and it skips frames that it cannot access.
/** The script of axe, for browsers that Playwright does not drive. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type Axe = { run: (context: { exclude: string[] }, options: RunOptions) => Promise<AxeResults> }

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// Axe treats a single frame as a page, but landmark and heading rules apply to the embedding page.
const pageOnlyRules = { 'landmark-one-main': { enabled: false }, 'page-has-heading-one': { enabled: false } }

export type AxeOptions = {
  /** Selectors of parts to skip. */
  exclude?: string[]
  /** Whether to check the page's frames; default true. */
  frames?: boolean
  /** Whether to apply best-practice rules. */
  bestPractices?: boolean
  /** Whether to apply the rule of WCAG 2.2 AA for the size of targets, which axe leaves out by default. */
  targetSizes?: boolean
}

/** Options of a run on one document. */
export const axeOptions = (bestPractices: boolean, isFramed = false): RunOptions => ({
  iframes: false,
  resultTypes: ['violations'],
  runOnly: bestPractices ? [...wcag, 'best-practice'] : wcag,
  rules: isFramed ? pageOnlyRules : {},
})

/** Each violation: rule and element. */
export const describeViolations = ({ violations }: AxeResults): string[] =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`))

/** Axe violations of a single frame. */
export const frameViolations = async (
  frame: Frame,
  { exclude = [], bestPractices: practices = false, targetSizes = false }: Omit<AxeOptions, 'frames'> = {},
): Promise<string[]> => {
  const isLoaded = await frame.evaluate(() => 'axe' in window)
  if (!isLoaded) await frame.evaluate(`${axeSource};undefined`)
  const { rules, ...rest } = axeOptions(practices, frame.parentFrame() !== null)
  const options = { ...rest, rules: { ...rules, ...(targetSizes && { 'target-size': { enabled: true } }) } }
  const results = await frame.evaluate(
    ([context, options]) => (window as never as { axe: Axe }).axe.run(context, options),
    [{ exclude }, options] as const,
  )
  return describeViolations(results)
}

/** Axe violations of a page and each of its frames: rule and element. */
export const axeViolations = async (page: Page, options: AxeOptions = {}): Promise<string[]> => {
  const frames = options.frames === false ? [page.mainFrame()] : page.frames()
  return (await Promise.all(frames.map((frame) => frameViolations(frame, options)))).flat()
}
