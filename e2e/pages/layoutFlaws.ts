import type { Page } from '@playwright/test'

/**
 * Layout errors of a checkout at the current width: horizontal scrolling, overflow, overlap and cut text, each with a description of the element.
 */
export const findLayoutFlaws = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const found: string[] = []
    if (scrollWidth > clientWidth) found.push(`scrolls sideways: ${scrollWidth} of ${clientWidth}`)
    // Serialized into the page, so it must be declared here.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const describe = (element: Element): string =>
      `${element.localName}.${element.className.toString()} "${(element.textContent ?? '').trim().slice(0, 30)}"`
    /** Whether an element is scrolled out of a list, at least in part. */
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const isScrolledOut = (element: Element): boolean => {
      const list = element.parentElement?.closest('.scroll')?.getBoundingClientRect()
      const { top, bottom } = element.getBoundingClientRect()
      return list !== undefined && (top < list.top || bottom > list.bottom)
    }
    const visible = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('.hidden, .status, svg') &&
        !isScrolledOut(element),
    )
    const boxes = new Map(visible.map((element) => [element, element.getBoundingClientRect()]))
    for (const [element, box] of boxes) {
      if (box.width === 0 || box.height === 0) continue
      if (box.left < -1 || box.right > clientWidth + 1) found.push(`sticks out: ${describe(element)}`)
      // Fields scroll by themselves.
      const isField = element.matches('input, select, option, optgroup')
      if (!isField && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
        found.push(`too wide for its box: ${describe(element)}`)
    }
    // Elements with text and controls must not overlap.
    const solid = visible.filter(
      (element) =>
        (element.matches('button, input, select, summary, a') ||
          [...element.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
          )) &&
        !element.matches('option, style, script') &&
        !element.closest('.fold, .choice'),
    )
    // By line: inline text starts within the box of the text before it.
    const lines = new Map(solid.map((element) => [element, [...element.getClientRects()]]))
    // Serialized into the page, so it must be declared here.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const overlap = (one: DOMRect, two: DOMRect): boolean =>
      Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1 &&
      Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1
    for (const [index, element] of solid.entries())
      for (const other of solid.slice(index + 1, index + 40)) {
        if (element.contains(other) || other.contains(element)) continue
        // A label inside of its field lies on the padding above the text.
        if (other instanceof HTMLInputElement && [...(other.labels ?? [])].some((label) => label === element)) continue
        if (lines.get(element)!.some((one) => lines.get(other)!.some((two) => overlap(one, two))))
          found.push(`${describe(element)} lies on ${describe(other)}`)
      }
    return found
  })
