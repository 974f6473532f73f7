import { existsSync, readFileSync } from 'node:fs'
import { inRepository } from '../../../worker/cli/repository.ts'
import type { CodeBlock } from '../../../worker/cli/docs/markdown.ts'
import { workedExample } from '../workedExample/editedFiles.ts'

/** Pages for contributors. Their code is the repository's. */
const forContributors = /^(CONTRIBUTING\.md|docs\/internals\/.*)$/

/** Whether a block quotes the repository: code with the path of a file, on a page for contributors. The worked example changes the files. */
export const isExcerpt = (page: string, { file, language }: CodeBlock): boolean =>
  forContributors.test(page) && page !== workedExample && /^(ts|js|sql|json)$/.test(language) && file.includes('/')

/** Without what formatting changes. */
const normalize = (code: string): string => code.replaceAll(/\s/g, '').replaceAll(/,(?=[)\]}>])/g, '')

/** The first part of an excerpt that its file does not have, in this order; null if it has all of them. `…` stands for any code. */
export const staleExcerpt = ({ file, code }: CodeBlock): string | null => {
  if (!existsSync(inRepository(file))) return `${file} does not exist`
  const source = normalize(readFileSync(inRepository(file), 'utf8'))
  let from = 0
  for (const part of code.split('…')) {
    const at = source.indexOf(normalize(part), from)
    if (at === -1) return part.trim()
    from = at
  }
  return null
}
