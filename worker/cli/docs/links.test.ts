import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { darkTwin, pictureSize } from '../../../docs/.vitepress/markdown/pictures.ts'
import { sidebar } from '../../../docs/.vitepress/sidebar.ts'
import { inRepository } from '../repository.ts'
import { documents, readDocument } from './markdown.ts'
import { anchorsIn, linksIn, picturesIn } from './references.ts'

/** Pages of the site as their paths below docs/, without the extension. */
const pages = documents()
  .filter((path) => path.startsWith('docs/'))
  .map((path) => path.slice('docs/'.length, -'.md'.length))

const known = new Map<string, ReadonlySet<string>>()

const anchorsOf = (document: string): ReadonlySet<string> => {
  const anchors = known.get(document) ?? anchorsIn(readDocument(document))
  known.set(document, anchors)
  return anchors
}

/** The file that a link of a document leads to, and its fragment. Null for other sites and addresses of the gateway. */
const target = (document: string, href: string): { file: string; fragment: string } | null => {
  if (/^[a-z][\w+.-]*:/i.test(href)) return null
  const [path = '', fragment = ''] = href.split('#')
  if (path === '') return { file: document, fragment }
  // A link of the site, such as those in the front matter of the home page.
  if (path.startsWith('/'))
    return { file: `docs${path.replace(/\.(html|md)$/, '')}${path.endsWith('/') ? 'index' : ''}.md`, fragment }
  return { file: posix.normalize(posix.join(posix.dirname(document), decodeURI(path))), fragment }
}

/** What is wrong with a link, or null. */
const brokenLink = (document: string, href: string): string | null => {
  const found = target(document, href)
  if (found === null) return null
  if (found.file.startsWith('..')) return `${href} leads out of the repository`
  if (!existsSync(inRepository(found.file))) return `${href}: there is no ${found.file}`
  if (found.fragment === '' || !found.file.endsWith('.md')) return null
  return anchorsOf(found.file).has(found.fragment) ? null : `${href}: ${found.file} has no heading #${found.fragment}`
}

test.each(documents())('every link and anchor of %s leads to a file and a heading', (document) => {
  const broken = linksIn(readDocument(document)).flatMap((href) => brokenLink(document, href) ?? [])
  expect([...new Set(broken)]).toEqual([])
})

test('a missing file, a missing heading and a way out of the repository are reported', () => {
  const document = 'docs/internals/style.md'
  expect(brokenLink(document, '../none.md')).toBe('../none.md: there is no docs/none.md')
  expect(brokenLink(document, '#none')).toBe('#none: docs/internals/style.md has no heading #none')
  expect(brokenLink(document, '../../../other/README.md')).toBe('../../../other/README.md leads out of the repository')
  expect(brokenLink(document, '#test-titles')).toBeNull()
  expect(brokenLink(document, '/internals/style')).toBeNull()
  expect(brokenLink(document, 'https://example.com/none')).toBeNull()
})

test.each(documents())(
  'every picture of %s exists, has alternative text, and has the size of its dark twin',
  (document) => {
    const wrong = picturesIn(readDocument(document)).flatMap(({ source, alt }) => {
      if (/^[a-z]+:/i.test(source)) return [`${source} is on another host`]
      const file = inRepository(posix.join(posix.dirname(document), source))
      if (!existsSync(file)) return [`${source} does not exist`]
      if (alt.trim() === '') return [`${source} has no alternative text`]
      const dark = darkTwin(file)
      if (!existsSync(dark)) return []
      const [light, night] = [pictureSize(file), pictureSize(dark)]
      return light.width === night.width && light.height === night.height
        ? []
        : [`${source} and its dark twin differ in size`]
    })
    expect(wrong).toEqual([])
  },
)

interface Entry {
  readonly text?: string
  readonly link?: string
  readonly items?: readonly Entry[]
}

const linksOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ link, items = [] }) => [...(link === undefined ? [] : [link]), ...linksOf(items)])

test('every page is in the sidebar once, and every entry of the sidebar has a page', () => {
  const listed = linksOf(sidebar).map((link) => `${link.slice(1)}${link.endsWith('/') ? 'index' : ''}`)
  expect(listed.toSorted()).toEqual(pages.filter((page) => page !== 'index').toSorted())
})
