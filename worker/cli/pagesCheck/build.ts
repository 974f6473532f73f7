import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pages, PaymentPage, PaymentPages, PageScript } from '#contract/builtPages'
import { Complaint } from '../cliError.ts'

/** A build of the gateway, as a folder has it: what a deployed one is compared with. */
export type Build = {
  listed: PaymentPages
  /** The `integrity` of each script below its path. */
  integrities: Record<string, string>
  cardLocales: string[]
  /** The short name of the script for merchants' pages leads to it. */
  embed: string
  /** A file of dist/assets. */
  file: (path: string) => Promise<Buffer>
}

const json = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T

/**
 * Reads what `npm run build` left.
 *
 * @param dist the folder
 * @throws Complaint where there is none
 */
export const readBuild = async (dist: string): Promise<Build> => {
  const list = join(dist, 'assets/payment-page-scripts.json')
  if (!existsSync(list)) throw new Complaint(`There is no ${list}. Run npm run build, then this again.`)
  const [listed, integrities, pages] = await Promise.all([
    json<PaymentPages>(list),
    json<Record<string, string>>(join(dist, 'assets/sri.json')),
    json<Pages>(join(dist, 'pages.json')),
  ])
  return {
    listed,
    integrities,
    cardLocales: pages.card.locales,
    embed: pages.embed.path,
    file: (path) => readFile(join(dist, 'assets', path)),
  }
}

/** A page of the list, by its name. */
export const pageNamed = ({ listed }: Build, name: string): PaymentPage => {
  const page = listed.pages.find((one) => one.name === name)
  if (page === undefined) throw new Error(`the build lists no ${name}`)
  return page
}

/** Every script that has an address, once. */
export const scriptsOf = ({ listed }: Build): (PageScript & { src: string })[] => {
  const all = [...listed.pages.flatMap(({ scripts }) => scripts), ...listed.onMerchantPages]
  const bySrc = new Map(
    all.flatMap((script) => (script.src === null ? [] : [[script.src, { ...script, src: script.src }] as const])),
  )
  return [...bySrc.values()]
}
