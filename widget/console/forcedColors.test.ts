import { createHash } from 'node:crypto'
import type { ElementHandle, Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { useConsole, type ConsoleFixture } from '../testing/console/consoleFixture.ts'
import { respondToAllScreens } from '../testing/console/allScreens.ts'
import { sampleLink } from '../testing/console/checkoutSamples.ts'

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

type Target = ElementHandle<HTMLElement>

/** A hash of the pixels of an element, or of its row, which its link covers, and of 6 px around it. */
const look = async (page: Page, target: Target): Promise<string> => {
  const box = await target.evaluate((element) => {
    const { x, y, width, height } = (element.closest('tr') ?? element).getBoundingClientRect()
    return { x, y, width, height }
  })
  const [x, y] = [Math.max(0, box.x - 6), Math.max(0, box.y - 6)]
  const clip = { x, y, width: box.width + 12, height: box.height + 12 }
  return createHash('sha256')
    .update(await page.screenshot({ clip, caret: 'hide' }))
    .digest('hex')
}

/** An element in words: its start tag and the begin of its text. */
const describeElement = (target: Target): Promise<string> =>
  target.evaluate((element) => {
    const { outerHTML } = element.cloneNode(false) as HTMLElement
    return `${outerHTML.replace(/<\/[^>]*>$/, '')}${element.textContent.trim().slice(0, 30)}`
  })

/** The first of the elements that look alike by their markup. */
const distinct = async (page: Page, selector: string): Promise<Target[]> => {
  const seen = new Set<string>()
  const found: Target[] = []
  for (const target of (await page.locator(selector).elementHandles()) as Target[]) {
    const kind = await target.evaluate((element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1
        ? [
            element.tagName,
            element.className,
            element.getAttribute('type'),
            element.getAttribute('aria-current'),
          ].join()
        : null,
    )
    if (kind === null || seen.has(kind)) continue
    seen.add(kind)
    found.push(target)
  }
  return found
}

/** Elements that look the same in both states. */
const alike = async (
  page: Page,
  targets: readonly Target[],
  change: (element: HTMLElement) => void,
  restore: (element: HTMLElement) => void,
): Promise<string[]> => {
  const found: string[] = []
  for (const target of targets) {
    // Not below the bar.
    await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const before = await look(page, target)
    await target.evaluate(change)
    if ((await look(page, target)) === before) found.push(await describeElement(target))
    await target.evaluate(restore)
  }
  return found
}

const invert = (element: HTMLElement): void => {
  const input = element as HTMLInputElement
  input.checked = !input.checked
}

const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary'

it.each([
  '/test/checkouts',
  '/test/checkouts/new',
  `/test/checkouts/${sampleLink().id}`,
  '/test/disputes',
  '/test/settlements',
  '/test/keys',
  '/test/webhooks',
  '/test/webhooks/w1',
  '/test/connections',
  '/audit',
  '/team',
  '/settings',
  '/you',
])(
  'forced colours: what is current, checked or focused on %s looks different from what is not',
  async (path) => {
    const { page } = await openScreen(path)
    // Focus by script is visible after a key was pressed.
    await page.keyboard.press('Shift')
    const blur = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await blur()
    const current = await alike(
      page,
      await distinct(page, '[aria-current]:not([aria-current=false])'),
      (element) => {
        element.dataset['current'] = element.getAttribute('aria-current')!
        element.removeAttribute('aria-current')
      },
      (element) => element.setAttribute('aria-current', element.dataset['current']!),
    )
    const checked = await alike(
      page,
      await distinct(page, 'input[type=checkbox]:enabled, input[type=radio]:enabled'),
      invert,
      invert,
    )
    const focused = await alike(
      page,
      await distinct(page, focusable),
      (element) => element.focus({ preventScroll: true }),
      (element) => element.blur(),
    )
    expect({ current, checked, focused }).toEqual({ current: [], checked: [], focused: [] })
  },
  60_000,
)
