import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { CliError } from '../cliError.ts'
import { inRepository } from '../repository.ts'

/** The `integrity` of each version by its path, as in /sri.json. */
type Versions = Record<string, string>

/**
 * The committed list of the versions that were ever deployed, with their hashes. Only these are deployed again: what else a gateway lists was
 * not built from a reviewed commit.
 */
export const keptVersionsFile = inRepository('worker/cli/deploy/versions.json')

const readVersions = async (file: string): Promise<Versions> => JSON.parse(await readFile(file, 'utf8')) as Versions

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

/** The start of the content's SHA-256, in hexadecimal: the name of its file. */
const nameOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 16)

const keep = async (gateway: URL, assets: string, [path, integrity]: [string, string]): Promise<void> => {
  const content = Buffer.from(await (await get(new URL(path, gateway))).arrayBuffer())
  const digest = createHash('sha384').update(content).digest('base64')
  if (integrity !== `sha384-${digest}`)
    throw new CliError(`${gateway.origin}${path} does not match its hash in the list of deployed versions.`)
  if (!path.endsWith(`/${nameOf(content)}.js`))
    throw new CliError(`${gateway.origin}${path} is not named for its content.`)
  const compressed = await promisify(brotliCompress)(content)
  await Promise.all([writeFile(join(assets, path), content), writeFile(join(assets, `${path}.br`), compressed)])
}

/**
 * Adds the script versions that a gateway serves now to the next deploy. A deploy replaces all files, and pages that pin a version, or a
 * checkout page rendered just before, would stop working without them.
 *
 * Only versions of the committed list are added, with the hash that it has: the gateway's own list could name a planted script.
 *
 * @param gateway origin of the deployed gateway
 * @param assets the built folder dist/assets
 * @param deployed the committed list
 * @returns paths of the added versions
 * @throws CliError if the gateway is unreachable, lists a version that is not in the committed list or has another hash there, or a file does
 * not match its hash or name; sri.json is unchanged then
 */
export const keepVersions = async (gateway: string, assets: string, deployed: string): Promise<string[]> => {
  if (!URL.canParse(gateway)) throw new CliError(`${gateway} is not a URL.`)
  const origin = new URL(gateway)
  const list = join(assets, 'sri.json')
  const [built, known] = [await readVersions(list), await readVersions(deployed)]
  const earlier = Object.entries(await published(origin)).filter(([path]) => !Object.hasOwn(built, path))
  const unknown = earlier.filter(([path, hash]) => !Object.hasOwn(known, path) || known[path] !== hash)
  if (unknown.length > 0)
    throw new CliError(
      `${origin.origin} serves scripts that worker/cli/deploy/versions.json does not list with their hash:\n` +
        unknown.map(([path]) => `  ${path}`).join('\n') +
        '\nIf they were built from one of your commits, build that commit again and add them. Otherwise somebody changed the gateway: find out who, and deploy with --first, which keeps none of them.',
    )
  for (const entry of earlier) await keep(origin, assets, entry)
  await writeFile(list, `${JSON.stringify({ ...built, ...Object.fromEntries(earlier) })}\n`)
  return earlier.map(([path]) => path)
}

/** Adds the versions of a build to the committed list. Returns whether it has changed. */
export const listVersions = async (assets: string, deployed: string): Promise<boolean> => {
  const known = await readVersions(deployed)
  const all = { ...known, ...(await readVersions(join(assets, 'sri.json'))) }
  if (Object.keys(all).length === Object.keys(known).length) return false
  await writeFile(deployed, `${JSON.stringify(all, null, 2)}\n`)
  return true
}
