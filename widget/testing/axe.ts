import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Frame, Page } from '@playwright/test'

// Not @axe-core/playwright: it loads axe anew for every look and merges the frames' results in another page, which takes
// twenty times as long as the look itself, and it passes by a frame that it could not look into.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Axe = { run: (context: { exclude: string[] }, options: RunOptions) => Promise<AxeResults> }

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// A frame that is looked at by itself is taken for a page: its landmarks and headings are those of the page around it.
const ofPagesAlone = { 'landmark-one-main': { enabled: false }, 'page-has-heading-one': { enabled: false } }

export type AxeQuestion = {
  /** Selectors of parts of the page that are not looked at. */
  exclude?: string[]
  /** Whether the frames in the page are looked at too; they are if not given. */
  frames?: boolean
  /** Whether what is only good practice counts. */
  practices?: boolean
}

/** What axe finds wrong with one frame by itself. */
export const frameViolations = async (
  frame: Frame,
  { exclude = [], practices = false }: Omit<AxeQuestion, 'frames'> = {},
): Promise<string[]> => {
  const isLoaded = await frame.evaluate(() => 'axe' in window)
  if (!isLoaded) await frame.evaluate(`${source};undefined`)
  const options: RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    runOnly: practices ? [...wcag, 'best-practice'] : wcag,
    rules: frame.parentFrame() ? ofPagesAlone : {},
  }
  const { violations } = await frame.evaluate(
    ([context, options]) => (window as never as { axe: Axe }).axe.run(context, options),
    [{ exclude }, options] as const,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`))
}

/** What axe finds wrong with a page, and with each frame in it by itself: rule and place of each. */
export const axeViolations = async (page: Page, question: AxeQuestion = {}): Promise<string[]> => {
  const frames = question.frames === false ? [page.mainFrame()] : page.frames()
  return (await Promise.all(frames.map((frame) => frameViolations(frame, question)))).flat()
}
