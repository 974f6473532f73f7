import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { DocsManifest } from '#contract/builtPages'
import { pageStyle } from '../../pages/print/pageStyle.ts'
import { printedPages } from '../../pages/print/pages.ts'
import { inRepository } from '../repository.ts'

/** The printed pages and the API description: path below dist/assets, text. */
const texts = async (): Promise<readonly (readonly [path: string, text: string])[]> => [
  ['pages/openapi.json', await readFile(inRepository('worker/openapi.json'), 'utf8')],
  ...Object.entries(printedPages()).map(([path, text]) => [`pages/${path}`, text] as const),
]

const sha256 = (text: string) => createHash('sha256').update(text)

/** Quality 9 takes one second, 11 four. Only developers load these files. */
const compress = (text: string): Promise<Buffer> =>
  promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })

/**
 * Writes the static pages and the API description, each plain and compressed, and dist/docs.json with their hashes. Runs after the build of
 * the widgets, which empties dist.
 *
 * @param dist the folder that contains assets/
 */
export const writeStaticPages = async (dist: string): Promise<void> => {
  const all = await texts()
  await Promise.all(
    all.map(async ([path, text]) => {
      const file = join(dist, 'assets', path)
      await mkdir(dirname(file), { recursive: true })
      await Promise.all([
        writeFile(file, text),
        compress(text).then((compressed) => writeFile(`${file}.br`, compressed)),
      ])
    }),
  )
  const about: DocsManifest = {
    version: sha256(all.flat().join('\0')).digest('hex').slice(0, 16),
    styleHash: `sha256-${sha256(pageStyle).digest('base64')}`,
  }
  await writeFile(join(dist, 'docs.json'), `${JSON.stringify(about)}\n`)
}
