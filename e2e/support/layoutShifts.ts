import type { BrowserContext, Frame, Page } from 'playwright-core'

/** A layout shift, and the elements that moved, with their positions and sizes in pixels. */
export type LayoutShift = { readonly value: number; readonly moved: readonly string[] }
type WindowWithShifts = { readonly layoutShifts: LayoutShift[] }

/** Records each layout shift of all pages and frames from their first paint on, also those after input, which CLS excludes. */
export const recordLayoutShifts = (target: Page | BrowserContext): Promise<unknown> =>
  target.addInitScript(() => {
    const layoutShifts: LayoutShift[] = []
    Object.assign(window, { layoutShifts })
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
    type Entry = PerformanceEntry & { value: number; sources: Source[] }
    // In the page.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const rect = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[])
        layoutShifts.push({
          value,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.nodeName.toLowerCase()}.${(node as Element | null)?.className}: ${rect(previousRect)} → ${rect(currentRect)}`,
          ),
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })

const readFrame = (frame: Frame): Promise<LayoutShift[]> =>
  frame.evaluate(() => (window as never as WindowWithShifts).layoutShifts)

/** The layout shifts of the page and its frames so far. A frame that gets its address meanwhile is read once it has loaded. */
export const readLayoutShifts = async (page: Page): Promise<LayoutShift[]> => {
  const frames = page.frames().map((frame) =>
    readFrame(frame).catch(async () => {
      await frame.waitForLoadState()
      return readFrame(frame)
    }),
  )
  return (await Promise.all(frames)).flat()
}
