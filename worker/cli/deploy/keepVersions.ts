import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { CliError } from '../cliError.ts'

/** The `integrity` of each version by its path, as in /sri.json. */
type Versions = Record<string, string>

/** The path of a version. Nothing else is written to disk. */
const version = /^\/(embed|checkout-assets)\/[0-9a-f]{16}\.js$/

const get = async (url: URL): Promise<Response> => {
  const response = await fetch(url, { redirect: 'error' }).catch((error: Error) => {
    throw new CliError(`${url} is unreachable (${error.message}).`)
  })
  if (!response.ok) throw new CliError(`${url} returned ${response.status}.`)
  return response
}

const published = async (gateway: URL): Promise<Versions> => {
  const url = new URL('/sri.json', gateway)
  const json: unknown = await (await get(url)).json().catch(() => null)
  const entries = Object.entries(json ?? {})
  const isValid = entries.length > 0 && entries.every(([path, hash]) => version.test(path) && typeof hash === 'string')
  if (!isValid) throw new CliError(`${url} is not a list of versions.`)
  return json as Versions
}

const keep = async (gateway: URL, assets: string, [path, integrity]: [string, string]): Promise<void> => {
  const content = Buffer.from(await (await get(new URL(path, gateway))).arrayBuffer())
  const digest = createHash('sha384').update(content).digest('base64')
  if (integrity !== `sha384-${digest}`)
    throw new CliError(`${gateway.origin}${path} does not match its hash in /sri.json.`)
  const compressed = await promisify(brotliCompress)(content)
  await Promise.all([writeFile(join(assets, path), content), writeFile(join(assets, `${path}.br`), compressed)])
}

/**
 * Adds the script versions that a gateway serves now to the next deploy. A deploy replaces all files, and pages that pin a version, or a
 * checkout page rendered just before, would stop working without them.
 *
 * @param gateway origin of the deployed gateway
 * @param assets the built folder dist/assets
 * @returns paths of the added versions
 * @throws CliError if the gateway is unreachable or a file does not match its hash; sri.json is unchanged then
 */
export const keepVersions = async (gateway: string, assets: string): Promise<string[]> => {
  if (!URL.canParse(gateway)) throw new CliError(`${gateway} is not a URL.`)
  const origin = new URL(gateway)
  const list = join(assets, 'sri.json')
  const built = JSON.parse(await readFile(list, 'utf8')) as Versions
  const earlier = Object.entries(await published(origin)).filter(([path]) => !Object.hasOwn(built, path))
  for (const entry of earlier) await keep(origin, assets, entry)
  await writeFile(list, `${JSON.stringify({ ...built, ...Object.fromEntries(earlier) })}\n`)
  return earlier.map(([path]) => path)
}
