import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { useConsole, type ConsoleFixture } from '../testing/console/consoleFixture.ts'
import { respondToAllScreens, screenAddresses } from '../testing/console/allScreens.ts'
import { alike, blur, checkedAlike, distinct, focusedAlike } from '../testing/console/looks.ts'

/** The console where the system sets the colours: what is current, checked or focused looks different from what is not. */

const openFixture = useConsole()

const openScreen = async (path: string, dark = false): Promise<{ fixture: ConsoleFixture; page: Page }> => {
  const fixture = await openFixture({ dark })
  respondToAllScreens(fixture)
  await fixture.page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const page = await fixture.open(path)
  await page.locator('main h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  return { fixture, page }
}

it.each(screenAddresses)(
  'forced colours: what is current, checked or focused on %s looks different from what is not',
  async (path) => {
    const { page } = await openScreen(path)
    // Focus by script is visible after a key was pressed.
    await page.keyboard.press('Shift')
    await blur(page)
    const current = await alike(
      page,
      await distinct(page, '[aria-current]:not([aria-current=false])'),
      (element) => {
        element.dataset['current'] = element.getAttribute('aria-current')!
        element.removeAttribute('aria-current')
      },
      (element) => element.setAttribute('aria-current', element.dataset['current']!),
    )
    const checked = await checkedAlike(page, 'body')
    const focused = await focusedAlike(page, 'body')
    expect({ current, checked, focused }).toEqual({ current: [], checked: [], focused: [] })
  },
  60_000,
)
