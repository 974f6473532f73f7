import { dirname, relative, resolve } from 'node:path'
import type MarkdownIt from 'markdown-it'

type Token = ReturnType<MarkdownIt['parse']>[number]

const docs = resolve(import.meta.dirname, '../..')
const repository = dirname(docs)

/** The path of a link to a file of the repository that is no page of the site, such as SECURITY.md. Null for all other links. */
export const repositoryFile = (page: string, href: string): string | null => {
  if (/^(\w+:|#|\/)/.test(href)) return null
  const target = resolve(dirname(page), decodeURI(href.replace(/[?#].*$/, '')))
  const path = relative(repository, target)
  return path.startsWith('..') || path === 'docs' || path.startsWith('docs/') ? null : path
}

/**
 * Renders links to files of the repository as text with the file’s path, since the site does not contain them and does not know the
 * repository’s address. In a repository viewer they are links.
 */
export const repositoryLinks = (markdown: MarkdownIt): void => {
  markdown.core.ruler.push('repository-links', ({ tokens, env }: { tokens: Token[]; env: { path?: string } }) => {
    for (const { children } of tokens) {
      let open = false
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const file = env.path ? repositoryFile(env.path, token.attrGet('href') ?? '') : null
          if (file === null) continue
          open = true
          token.tag = 'span'
          token.type = 'repository_file_open'
          token.attrs = [
            ['class', 'repository-file'],
            ['title', `In the repository: ${file}`],
          ]
        } else if (token.type === 'link_close' && open) {
          open = false
          token.tag = 'span'
          token.type = 'repository_file_close'
        }
      }
    }
  })
}
