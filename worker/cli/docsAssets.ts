import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** What stands in dist/assets/docs, and where it comes from. */
const files = {
  'swagger-ui.js': 'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  'swagger-ui.css': 'node_modules/swagger-ui-dist/swagger-ui.css',
  'start.js': 'worker/pages/docs/start.js',
  'docs.css': 'worker/pages/docs/docs.css',
  'openapi.json': 'worker/openapi.json',
} as const

/** The library comes with source maps, which are not served, so nothing shall ask for them. */
const withoutMap = (text: string): string => text.replace(/\n?(\/\/|\/\*)# sourceMappingURL=.*$/m, '')

/** Quality 9 takes a second where 11 takes four; these files are read by developers. */
const compress = (text: string): Promise<Buffer> =>
  promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })

/**
 * Writes the files of the API reference, each with its brotli twin, and dist/docs.json with their version (an ETag). Runs after the
 * build of the widgets, which empties dist.
 *
 * @param dist the folder that holds assets/
 */
export const writeDocs = async (dist: string): Promise<void> => {
  const folder = join(dist, 'assets', 'docs')
  await mkdir(folder, { recursive: true })
  const texts = await Promise.all(
    Object.entries(files).map(async ([name, source]) => {
      const text = withoutMap(await readFile(join(repository, source), 'utf8'))
      await Promise.all([
        writeFile(join(folder, name), text),
        compress(text).then((compressed) => writeFile(join(folder, `${name}.br`), compressed)),
      ])
      return text
    }),
  )
  const version = createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16)
  await writeFile(join(dist, 'docs.json'), `${JSON.stringify({ version })}\n`)
}
