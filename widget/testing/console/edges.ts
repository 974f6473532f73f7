import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Color } from '#contract/theme/color'
import { contrast } from '#contract/theme/contrast'

/**
 * The least contrast of the edges of a dialog in pixels: in the middle of each edge, from 4 px outside to 4 px inside. A border or a
 * background that differs both count.
 */
export const edgeContrast = async (page: Page, selector: string): Promise<number> => {
  const box = (await page.locator(selector).boundingBox())!
  const { data, info } = await sharp(await page.screenshot({ scale: 'css' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colorAt = (x: number, y: number): Color => {
    const at = (Math.round(y) * info.width + Math.round(x)) * info.channels
    return [data[at]!, data[at + 1]!, data[at + 2]!, 1]
  }
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2]
  const steps = [-4, -3, -2, -1, 0, 1, 2, 3, 4]
  const edges = [
    steps.map((step) => colorAt(middleX, box.y + step)),
    steps.map((step) => colorAt(middleX, box.y + box.height - 1 - step)),
    steps.map((step) => colorAt(box.x + step, middleY)),
    steps.map((step) => colorAt(box.x + box.width - 1 - step, middleY)),
  ]
  return Math.min(...edges.map((colors) => Math.max(...colors.map((color) => contrast(color, colors.at(-1)!)))))
}
