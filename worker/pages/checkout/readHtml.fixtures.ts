import { defaultTreeAdapter as tree, parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'

/** An element of a parsed page, with its text in collapsed white space. */
export interface ReadElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

const textOf = (node: DefaultTreeAdapterTypes.Node): string =>
  tree.isTextNode(node) ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''

const readElement = (element: DefaultTreeAdapterTypes.Element): ReadElement => ({
  tag: element.tagName,
  attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
  text: textOf(element).replaceAll(/\s+/g, ' ').trim(),
})

const elementsIn = (node: DefaultTreeAdapterTypes.ParentNode): ReadElement[] =>
  node.childNodes
    .filter((child) => tree.isElementNode(child))
    .flatMap((element) => [readElement(element)].concat(elementsIn(element)))

/** Parses HTML as browsers do. */
export const readHtml = (html: string): ReadElement[] => elementsIn(parse(html))
