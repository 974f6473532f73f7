import { createHash } from 'node:crypto'
import type { PageScript } from '#contract/builtPages'

/** An element of a page, and where what it holds is not markup, that text. */
export type Element = { tag: string; attributes: Record<string, string>; text: string }

/**
 * Markup as the gateway writes it: attributes are quoted by " and have neither quotes nor brackets in them, for every text is escaped. A
 * browser reads more than that, and reads it in ways that are hard to foresee; none of it is ever sent, so nothing else passes here.
 */
const markup =
  /<!doctype html>|<\/(?<end>[a-z][a-z0-9-]*)[ \n]*>|<(?<tag>[a-z][a-z0-9-]*)(?<attributes>(?:[ \n]+[a-zA-Z][\w:-]*(?:="[^"<>]*")?)*)[ \n]*\/?>/y
const attribute = /([a-zA-Z][\w:-]*)(?:="([^"<>]*)")?/g
/** Elements whose text is no markup. */
const raw = new Set(['script', 'style'])
/** Data for the script of the page, which runs nowhere. */
const isData = ({ tag, attributes }: Element): boolean =>
  tag === 'script' && attributes['type'] === 'application/json' && !('src' in attributes)

/**
 * What could end such an element for a browser, or be markup to it, where we see text. Media queries have a `<` before a number, and the
 * script of the build has markup in its strings.
 */
const isAmbiguous = (element: Element): boolean => {
  if (isData(element)) return element.text.includes('<')
  return (element.tag === 'style' ? /<[a-z!/?]/i : /<\/script|<!--/i).test(element.text)
}

export const sha384 = (content: Buffer | string): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`

/** Null where one is there twice: a browser takes the first, and who writes two wants somebody to read the other. */
const attributesOf = (text: string): Record<string, string> | null => {
  const all = [...text.matchAll(attribute)].map(([, name = '', value = '']) => [name.toLowerCase(), value] as const)
  const attributes = Object.fromEntries(all)
  return Object.keys(attributes).length === all.length ? attributes : null
}

/** Reads a page. `unread` says where there is markup that is none of ours; nothing after it is read. */
export const readElements = (html: string): { elements: Element[]; unread: string | null } => {
  const elements: Element[] = []
  let at = 0
  for (;;) {
    at = html.indexOf('<', at)
    if (at === -1) return { elements, unread: null }
    markup.lastIndex = at
    const found = markup.exec(html)
    const attributes = attributesOf(found?.groups?.['attributes'] ?? '')
    if (found === null || attributes === null) return { elements, unread: html.slice(at, at + 60) }
    at = markup.lastIndex
    const tag = found.groups?.['tag']
    if (tag === undefined) continue
    const element = { tag, attributes, text: '' }
    elements.push(element)
    if (!raw.has(tag)) continue
    const end = html.indexOf(`</${tag}>`, at)
    if (end === -1) return { elements, unread: html.slice(at, at + 60) }
    element.text = html.slice(at, end)
    if (isAmbiguous(element)) return { elements, unread: html.slice(at, at + 60) }
    at = end
  }
}

/** Elements by which a page runs, embeds or leads away to something. None is on a page of ours. */
const forbidden = new Set(
  'applet audio base embed foreignobject form frame frameset iframe image object portal source template track use video'.split(
    ' ',
  ),
)
/** The same of attributes. `on…` is asked for by its beginning. */
const forbiddenAttributes = new Set(
  'action background data formaction http-equiv ping poster srcdoc srcset style'.split(' '),
)
const addresses = new Set(['href', 'src', 'xlink:href'])
/** Ways that an address of a link or a picture may lead; those of scripts are compared. */
const harmless = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/

const shown = ({ tag, attributes }: Element): string =>
  `<${[tag, ...Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)].join(' ').slice(0, 160)}>`

const runs = (element: Element): boolean => element.tag === 'script' && !isData(element)

/** All that a script of ours has beside its text. */
const usual = new Set(['nonce', 'src', 'type'])

const faultsOfScript = (element: Element, listed: readonly PageScript[], nonce: string | null): string[] => {
  const { src } = element.attributes
  if (Object.keys(element.attributes).some((name) => !usual.has(name))) return [`a script was added: ${shown(element)}`]
  const inline = listed.find((script) => script.src === null)
  if (src === undefined) {
    if (sha384(element.text) === inline?.integrity) return []
    return [
      `a script stands in it that is not of the build: ${sha384(element.text)}, beginning "${element.text.slice(0, 60)}"`,
    ]
  }
  const script = listed.find((one) => one.src === src)
  if (script === undefined) return [`a script was added: ${shown(element)}`]
  const { nonce: own } = element.attributes
  return own === (nonce ?? undefined) ? [] : [`the script ${src} has not the nonce of the policy`]
}

const faultsOfElement = (element: Element): string[] => {
  const { tag, attributes } = element
  const names = Object.keys(attributes)
  const bad = names.filter((name) => name.startsWith('on') || forbiddenAttributes.has(name))
  const leading = names.filter((name) => addresses.has(name) && tag !== 'script' && !harmless.test(attributes[name]!))
  const isForeignLink = tag === 'link' && attributes['rel'] !== 'icon'
  return [
    ...(forbidden.has(tag) || isForeignLink ? [`an element was added: ${shown(element)}`] : []),
    ...[...bad, ...leading].map(
      (name) => `an element has an attribute that the gateway never writes, ${name}: ${shown(element)}`,
    ),
  ]
}

/**
 * What is wrong with a payment page, each in a sentence: scripts that are not listed, and whatever else could run or load something.
 *
 * @param nonce of its policy; null where scripts are allowed by their hash
 */
export const faultsOfHtml = (html: string, listed: readonly PageScript[], nonce: string | null): string[] => {
  const { elements, unread } = readElements(html)
  const scripts = elements.filter(runs)
  const sources = scripts.map(({ attributes }) => attributes['src'] ?? '')
  return [
    ...scripts.flatMap((element) => faultsOfScript(element, listed, nonce)),
    ...sources.filter((src, index) => sources.indexOf(src) !== index).map((src) => `a script is there twice: ${src}`),
    ...elements.flatMap(faultsOfElement),
    ...(unread === null ? [] : [`there is markup that the gateway never writes: ${unread.replaceAll(/\s+/g, ' ')}`]),
  ]
}

/** Whether a page has a script that runs. */
export const runsScripts = (html: string): boolean => readElements(html).elements.some(runs)
