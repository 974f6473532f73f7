import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PagesManifest, PaymentPage, PaymentPageInventory, PageScript } from '#contract/builtPages'
import { CliError } from '../cliError.ts'

/** A local build, which a deployed gateway is compared with. */
export type Build = {
  listed: PaymentPageInventory
  /** The `integrity` of each script by path. */
  integrities: Record<string, string>
  cardLocales: string[]
  /** The path that /embed.js serves. */
  embed: string
  /** Reads a file of dist/assets. */
  file: (path: string) => Promise<Buffer>
}

const json = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T

/**
 * Reads the output of `npm run build`.
 *
 * @param dist its folder
 * @throws CliError if there is none
 */
export const readBuild = async (dist: string): Promise<Build> => {
  const list = join(dist, 'assets/payment-page-scripts.json')
  if (!existsSync(list)) throw new CliError(`${list} is missing. Run npm run build and retry.`)
  const [listed, integrities, pages] = await Promise.all([
    json<PaymentPageInventory>(list),
    json<Record<string, string>>(join(dist, 'assets/sri.json')),
    json<PagesManifest>(join(dist, 'pages.json')),
  ])
  return {
    listed,
    integrities,
    cardLocales: pages.card.locales,
    embed: pages.embed.path,
    file: (path) => readFile(join(dist, 'assets', path)),
  }
}

/** Finds a listed page by name. */
export const pageNamed = ({ listed }: Build, name: string): PaymentPage => {
  const page = listed.pages.find((one) => one.name === name)
  if (page === undefined) throw new Error(`the build lists no ${name}`)
  return page
}

/** The distinct external scripts. */
export const scriptsOf = ({ listed }: Build): (PageScript & { src: string })[] => {
  const all = [...listed.pages.flatMap(({ scripts }) => scripts), ...listed.onMerchantPages]
  const bySrc = new Map(
    all.flatMap((script) => (script.src === null ? [] : [[script.src, { ...script, src: script.src }] as const])),
  )
  return [...bySrc.values()]
}
