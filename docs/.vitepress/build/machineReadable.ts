import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import type { DefaultTheme, SiteConfig } from 'vitepress'
import { summaryOf, toMarkdown } from './toMarkdown.ts'

interface PageText {
  /** Path below docs/, such as guides/webhooks.md. */
  readonly path: string
  readonly markdown: string
}

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

/** The built pictures by the hash of their content, since the build renames them. */
const builtPictures = (outDir: string): ReadonlyMap<string, string> =>
  new Map(
    globSync('assets/*.{png,svg}', { cwd: outDir }).map((file) => [
      hashOf(join(outDir, file)),
      file.replaceAll('\\', '/'),
    ]),
  )

/** Links the pictures of a page to the files of the build. */
const withBuiltPictures = ({ path, markdown }: PageText, srcDir: string, built: ReadonlyMap<string, string>): string =>
  markdown.replaceAll(/(?<!`)(!\[[^\]]*\])\(((?![a-z]+:|[/#])[^)\s]+)\)/g, (whole, alt: string, source: string) => {
    const file = join(srcDir, dirname(path), source)
    const target = existsSync(file) ? built.get(hashOf(file)) : undefined
    return target === undefined ? whole : `${alt}(${posix.relative(dirname(path), target)})`
  })

/** Groups and pages of the sidebar, in reading order. A page with sub-pages precedes them. */
const groupsOf = (sidebar: readonly DefaultTheme.SidebarItem[]) => {
  const pagesOf = (items: readonly DefaultTheme.SidebarItem[]): string[] =>
    items.flatMap(({ link, items = [] }) => [...(link ? [link] : []), ...pagesOf(items)])
  return sidebar.map(({ text = '', items = [] }) => ({ text, links: pagesOf(items) }))
}

const fileOf = (link: string): string => `${link.slice(1)}${link.endsWith('/') ? 'index' : ''}.md`

/**
 * Writes what programs read: the Markdown of each page at /<page>.md, llms.txt, which lists them with their summaries, and llms-full.txt,
 * which contains them all in reading order.
 */
export const writeMachineReadable = async ({ srcDir, outDir, pages, site }: SiteConfig): Promise<void> => {
  const built = builtPictures(outDir)
  const texts = await Promise.all(
    pages.map(async (path) => {
      const markdown = toMarkdown(await readFile(join(srcDir, path), 'utf8'))
      return { path, markdown: withBuiltPictures({ path, markdown }, srcDir, built) }
    }),
  )
  await Promise.all(
    texts.map(async ({ path, markdown }) => {
      await mkdir(dirname(join(outDir, path)), { recursive: true })
      await writeFile(join(outDir, path), markdown)
    }),
  )
  const byPath = new Map(texts.map(({ path, markdown }) => [path, markdown]))
  const groups = groupsOf((site.themeConfig as DefaultTheme.Config).sidebar as DefaultTheme.SidebarItem[])
    .map(({ text, links }) => ({ text, files: links.map(fileOf).filter((file) => byPath.has(file)) }))
    .filter(({ files }) => files.length > 0)
  const lineOf = (file: string): string => {
    const { title, description } = summaryOf(byPath.get(file) ?? '')
    return `- [${title}](${file})${description ? `: ${description}` : ''}`
  }
  const head = `# ${site.title}\n\n> ${site.description}\n`
  const list = groups.map(({ text, files }) => `## ${text}\n\n${files.map(lineOf).join('\n')}\n`)
  await writeFile(join(outDir, 'llms.txt'), [head, ...list].join('\n'))
  const ordered = ['index.md', ...groups.flatMap(({ files }) => files)]
  const whole = ordered.map((file) => `<!-- ${file} -->\n\n${byPath.get(file) ?? ''}`)
  await writeFile(join(outDir, 'llms-full.txt'), [head, ...whole].join('\n'))
}
