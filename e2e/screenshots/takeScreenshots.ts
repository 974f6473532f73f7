import { setTimeout } from 'node:timers/promises'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../../worker/cli/verify/browsers.ts'
import { inRepository } from '../../worker/cli/repository.ts'
import { defaults } from '../../worker/cli/dev/defaults.ts'
import { startServersOn } from '../support/servers.ts'
import { prepareFonts } from './fonts.ts'
import type { Picture } from './picture.ts'
import { pictures } from './pictures.ts'

const folder = inRepository('docs/pictures')
const MAX_BYTES = 100 * 1024

/** A capture that equals the next one: fonts are loaded, and a frame has applied its new colours. */
const capture = async (page: Page, part: string | undefined): Promise<Buffer> => {
  const take = () => (part ? page.locator(part).screenshot() : page.screenshot())
  let last = await take()
  for (let attempt = 0; attempt < 20; attempt++) {
    await setTimeout(300)
    const next = await take()
    if (next.equals(last)) return next
    last = next
  }
  throw new Error('The page does not come to rest.')
}

/** Writes docs/pictures/<name>.png with at most 256 colours, which pages of few colours do not show. */
const writePicture = async (name: string, png: Buffer): Promise<void> => {
  const packed = await sharp(png).png({ palette: true, effort: 10, compressionLevel: 9 }).toBuffer()
  if (packed.length > MAX_BYTES) throw new Error(`${name}.png has ${packed.length} bytes, more than ${MAX_BYTES}`)
  await writeFile(join(folder, `${name}.png`), packed)
  console.log(`${name}.png  ${packed.length} bytes`)
}

/** Writes docs/pictures/<name>-small.webp. */
const writeSmallPicture = async (name: string, png: Buffer, width: number): Promise<void> => {
  const { size } = await sharp(png)
    .resize(width)
    .webp({ quality: 75 })
    .toFile(join(folder, `${name}-small.webp`))
  console.log(`${name}-small.webp  ${size} bytes`)
}

/** Takes a picture in light mode, then the same page in dark mode. */
const takePicture = async (
  browser: Browser,
  { name, width = 640, height = 800, scale, smallWidth, take }: Picture,
): Promise<void> => {
  const page = await browser.newPage({
    viewport: { width, height },
    // A part of a page is enlarged on high-density screens, a whole page is large enough.
    deviceScaleFactor: scale ?? (width > 640 ? 1.5 : 2),
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const part = (await take(page)) ?? undefined
  const write = async (file: string): Promise<void> => {
    const png = await capture(page, part)
    await writePicture(file, png)
    if (smallWidth) await writeSmallPicture(file, png, smallWidth)
  }
  await write(name)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await write(`${name}-dark`)
  await page.close()
}

const fonts = await prepareFonts()
// Pages show these ports. A running `npm run dev` has to be stopped first.
const stop = await startServersOn(defaults.gatewayPort, defaults.shopPort)
// In its own process the frame would be rendered at scale 1 and enlarged.
const oneProcess = ['--disable-site-isolation-trials', '--disable-features=IsolateOrigins,site-per-process']
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: oneProcess,
  env: { ...process.env, ...fonts.env },
})
try {
  const wanted = process.argv.slice(2)
  for (const picture of pictures)
    if (wanted.length === 0 || wanted.includes(picture.name)) await takePicture(browser, picture)
} finally {
  await browser.close()
  await stop()
  await fonts.remove()
}
