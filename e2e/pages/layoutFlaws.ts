import type { Page } from '@playwright/test'

/**
 * What is wrong with the boxes of a checkout at the width that it has: it scrolls sideways, something sticks out of it, lies on something else, or is
 * cut off. Of each the element, in words.
 */
export const flaws = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const found: string[] = []
    if (scrollWidth > clientWidth) found.push(`scrolls sideways: ${scrollWidth} of ${clientWidth}`)
    // Runs in the page, so it stands in here.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const named = (element: Element): string =>
      `${element.localName}.${element.className.toString()} "${(element.textContent ?? '').trim().slice(0, 30)}"`
    const seen = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('.hidden, .status, svg'),
    )
    const boxes = new Map(seen.map((element) => [element, element.getBoundingClientRect()]))
    for (const [element, box] of boxes) {
      if (box.width === 0 || box.height === 0) continue
      if (box.left < -1 || box.right > clientWidth + 1) found.push(`sticks out: ${named(element)}`)
      // A field scrolls by itself, and shows that it does.
      const isField = element.matches('input, select, option, optgroup')
      if (!isField && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
        found.push(`too wide for its box: ${named(element)}`)
    }
    // What has words of its own or can be pressed may lie on nothing else of the kind.
    const solid = seen.filter(
      (element) =>
        (element.matches('button, input, select, summary, a') ||
          [...element.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
          )) &&
        !element.matches('option, style, script') &&
        !element.closest('.fold, .choice'),
    )
    // Line by line: words that run on after others begin inside of their box.
    const lines = new Map(solid.map((element) => [element, [...element.getClientRects()]]))
    // Runs in the page, so it stands in here.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const meet = (one: DOMRect, two: DOMRect): boolean =>
      Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1 &&
      Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1
    for (const [index, element] of solid.entries())
      for (const other of solid.slice(index + 1, index + 40)) {
        if (element.contains(other) || other.contains(element)) continue
        if (lines.get(element)!.some((one) => lines.get(other)!.some((two) => meet(one, two))))
          found.push(`${named(element)} lies on ${named(other)}`)
      }
    return found
  })
