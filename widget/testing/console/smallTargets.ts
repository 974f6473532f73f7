import type { Page } from '@playwright/test'

/**
 * The targets in a part of a page that are too small for a finger, as WCAG 2.2 describes it in 2.5.8: lower or narrower than 24 px, and
 * without so much space around that a circle of 24 px in their middle meets neither another target nor the circle of one.
 *
 * @returns each with its size, and how it starts in HTML
 */
export const smallTargets = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluate((part) => {
    const least = 24
    const targets = [...part.querySelectorAll<HTMLElement>('a[href], button, summary, input, select, textarea')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      // A click on the label is one on its box.
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
    type Box = (typeof targets)[number]['box']
    const isSmall = ({ width, height }: Box): boolean => width < least || height < least
    const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })
    const distance = (box: Box, other: Box): number => {
      const { x, y } = middleOf(box)
      const nearest = isSmall(other)
        ? middleOf(other)
        : { x: Math.max(other.left, Math.min(x, other.right)), y: Math.max(other.top, Math.min(y, other.bottom)) }
      return Math.hypot(x - nearest.x, y - nearest.y) - (isSmall(other) ? least / 2 : 0)
    }
    return targets
      .filter(({ box }) => isSmall(box))
      .filter(({ box, element }) =>
        targets.some((other) => other.element !== element && distance(box, other.box) < least / 2),
      )
      .map(({ box, element }) => {
        const { outerHTML } = element.cloneNode(false) as HTMLElement
        return `${box.width} by ${box.height} px: ${outerHTML}`
      })
  })
