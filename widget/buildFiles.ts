import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { transform } from 'lightningcss'

export const hash = (algorithm: 'sha256' | 'sha384', text: string) =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`
export const version = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

const compress = (text: string, quality: number): Promise<Buffer> =>
  promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  })

/** Minifies CSS. Without targets nothing is transpiled, so `light-dark()` stays. */
export const minifyCss = (css: string): string =>
  transform({ filename: 'card.css', code: Buffer.from(css), minify: true }).code.toString()

export type FileSizes = { bytes: number; brotli: number }

/** Writes a file plain and compressed with brotli; returns both sizes in bytes. */
export const write = async (path: string, text: string, quality: number): Promise<FileSizes> => {
  const compressed = await compress(text, quality)
  await Promise.all([writeFile(path, text), writeFile(`${path}.br`, compressed)])
  return { bytes: Buffer.byteLength(text), brotli: compressed.length }
}

/** Creates a folder, or removes all files except the named ones from it. The folder itself stays, since a server may be using it. */
export const keepOnly = async (folder: string, names: readonly string[]): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const stale = (await readdir(folder)).filter((name) => !names.includes(name.replace(/\.br$/, '')))
  await Promise.all(stale.map((name) => rm(join(folder, name))))
}

/** Scripts are named by their hashes. */
export const scriptName = (script: string): string => `${version(script)}.js`

/** Writes a script; returns its path, version and hash for the worker. */
export const writeScript = async (
  assets: string,
  folder: string,
  script: string,
  quality: number,
  name = scriptName(script),
) => {
  const sizes = await write(join(assets, folder, name), script, quality)
  return { path: `/${folder}/${name}`, integrity: hash('sha384', script), ...sizes }
}
