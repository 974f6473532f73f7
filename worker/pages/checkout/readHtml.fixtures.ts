/** What a browser would make of a page: its elements in their order, and the text in each, without markup and needless space. */
export interface ReadElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
const decode = (text: string): string => text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? '')

const WITHOUT_END = new Set(['meta', 'link', 'img', 'path'])

/** Reads HTML by the parser of the platform. */
export const readHtml = async (html: string): Promise<ReadElement[]> => {
  const elements: ReadElement[] = []
  const open: ReadElement[] = []
  const rewriter = new HTMLRewriter().on('*', {
    element: (element) => {
      const attributes = [...element.attributes].map(([name, value]) => [name!, decode(value ?? '')] as const)
      const read = { tag: element.tagName, attributes: Object.fromEntries(attributes), text: '' }
      elements.push(read)
      open.push(read)
      if (WITHOUT_END.has(element.tagName)) open.pop()
      else element.onEndTag(() => void open.pop())
    },
    text: ({ text }) => {
      const raw = ['script', 'style'].includes(open.at(-1)?.tag ?? '')
      for (const element of open) element.text += raw ? text : decode(text)
    },
  })
  await rewriter.transform(new Response(html)).text()
  for (const element of elements) element.text = element.text.replace(/\s+/g, ' ').trim()
  return elements
}
