import { createHash } from 'node:crypto'
import type { ElementHandle, Page } from '@playwright/test'

/** How elements look in two states, in pixels. */

/** An element of the page. */
export type Target = ElementHandle<HTMLElement>

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
export const distinct = async (page: Page, selector: string): Promise<Target[]> => {
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

/** Those of some elements that look the same before and after a change. */
export const alike = async (
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

/** Takes the focus away. */
export const blur = (page: Page): Promise<void> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

const invert = (element: HTMLElement): void => {
  const input = element as HTMLInputElement
  input.checked = !input.checked
}

/** The boxes in a part of a page that look the same checked and unchecked. */
export const checkedAlike = async (page: Page, part: string): Promise<string[]> =>
  alike(page, await distinct(page, `${part} :is(input[type=checkbox], input[type=radio]):enabled`), invert, invert)

const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'

/** The links, buttons and fields in a part of a page that look the same with and without the focus. */
export const focusedAlike = async (page: Page, part: string): Promise<string[]> =>
  alike(
    page,
    await distinct(page, `${part} :is(${focusable})`),
    (element) => element.focus({ preventScroll: true }),
    (element) => element.blur(),
  )
