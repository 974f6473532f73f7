import type { Page } from '@playwright/test'
import { expect } from 'vitest'
import type { ConsoleFixture, ConsoleOptions } from './consoleFixture.ts'
import { consoleViolations } from './consoleViolations.ts'

/** A state of a screen. */
export type ScreenState = {
  readonly name: string
  readonly path: string
  readonly prepare?: (fixture: ConsoleFixture) => void
  /** Brings the page into the state, and waits for it. */
  readonly reach: (page: Page) => Promise<unknown>
}

/** Checks that a screen has no axe violations and is not wider than the window, in each state. */
export const checkStates = async (
  open: (options: ConsoleOptions) => Promise<ConsoleFixture>,
  states: readonly ScreenState[],
  options: ConsoleOptions,
): Promise<void> => {
  for (const { name, path, prepare, reach } of states) {
    const fixture = await open(options)
    prepare?.(fixture)
    const page = await fixture.open(path)
    await reach(page)
    expect(await consoleViolations(page), name).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0)
    expect(fixture.errors, name).toEqual([])
    await fixture.context.close()
  }
}
