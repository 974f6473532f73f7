import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { Complaint } from '../cliError.ts'

/** Path of a version of a script, and its `integrity`: what /sri.json holds. */
type Versions = Record<string, string>

/** What a version may be called: nothing else is written to the disk. */
const version = /^\/(embed|checkout-assets)\/[0-9a-f]{16}\.js$/

const get = async (url: URL): Promise<Response> => {
  const response = await fetch(url, { redirect: 'error' }).catch((error: Error) => {
    throw new Complaint(`${url} does not answer (${error.message}).`)
  })
  if (!response.ok) throw new Complaint(`${url} answers ${response.status}.`)
  return response
}

const published = async (gateway: URL): Promise<Versions> => {
  const url = new URL('/sri.json', gateway)
  const json: unknown = await (await get(url)).json().catch(() => null)
  const entries = Object.entries(json ?? {})
  const isList = entries.length > 0 && entries.every(([path, hash]) => version.test(path) && typeof hash === 'string')
  if (!isList) throw new Complaint(`${url} is no list of versions.`)
  return json as Versions
}

const keep = async (gateway: URL, assets: string, [path, integrity]: [string, string]): Promise<void> => {
  const content = Buffer.from(await (await get(new URL(path, gateway))).arrayBuffer())
  const digest = createHash('sha384').update(content).digest('base64')
  if (integrity !== `sha384-${digest}`) throw new Complaint(`${gateway.origin}${path} is not what /sri.json says.`)
  const compressed = await promisify(brotliCompress)(content)
  await Promise.all([writeFile(join(assets, path), content), writeFile(join(assets, `${path}.br`), compressed)])
}

/**
 * Brings the versions of the scripts that a gateway serves today along into the next deploy, beside those that were just built.
 * A deploy replaces all files, and a page that pins a version would otherwise find nothing and take no more cards; neither would a
 * checkout page that was drawn just before.
 *
 * @param gateway origin of the gateway that is deployed now
 * @param assets the folder dist/assets, as the build left it
 * @returns paths of the versions that were added
 * @throws Complaint where the gateway does not answer, or a file is not what its hash says; nothing is changed in sri.json then
 */
export const keepVersions = async (gateway: string, assets: string): Promise<string[]> => {
  if (!URL.canParse(gateway)) throw new Complaint(`${gateway} is no address.`)
  const origin = new URL(gateway)
  const list = join(assets, 'sri.json')
  const built = JSON.parse(await readFile(list, 'utf8')) as Versions
  const earlier = Object.entries(await published(origin)).filter(([path]) => !Object.hasOwn(built, path))
  for (const entry of earlier) await keep(origin, assets, entry)
  await writeFile(list, `${JSON.stringify({ ...built, ...Object.fromEntries(earlier) })}\n`)
  return earlier.map(([path]) => path)
}
