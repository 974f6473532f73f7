import { globSync } from 'node:fs'
import { codeBlocks, readDocument } from '../../../worker/cli/docs/markdown.ts'
import { repository } from '../../../worker/cli/repository.ts'

export type SampleLanguage = 'sh' | 'js' | 'python' | 'php'

/** An operation as its page prints it. */
export interface PrintedOperation {
  readonly operation: string
  readonly page: string
  /** Literal texts of the samples. */
  readonly samples: Readonly<Record<SampleLanguage, string>>
  /** The printed response to the samples. Long texts are cut with an ellipsis. */
  readonly response: unknown
}

const pages = globSync('docs/reference/api/*.md', { cwd: repository }).toSorted()

const sectionsOf = (page: string): (readonly [operation: string, text: string])[] =>
  readDocument(page)
    .split(/^## /m)
    .flatMap((text) => {
      const operation = /^.*<a id="(\w+)">/.exec(text)?.[1]
      return operation === undefined ? [] : [[operation, text] as const]
    })

const toPrinted = (page: string, operation: string, text: string): PrintedOperation => {
  const blocks = codeBlocks(text)
  const sample = (language: SampleLanguage): string => {
    const found = blocks.find((block) => block.language === language)
    if (found === undefined) throw new Error(`${page}: ${operation} has no sample in ${language}.`)
    return found.code
  }
  const response = blocks.find(({ file }) => file === '200 OK')
  if (response === undefined) throw new Error(`${page}: ${operation} has no response.`)
  return {
    operation,
    page,
    samples: { sh: sample('sh'), js: sample('js'), python: sample('python'), php: sample('php') },
    response: JSON.parse(response.code),
  }
}

/** All operations of the printed pages. */
export const printedOperations: readonly PrintedOperation[] = pages.flatMap((page) =>
  sectionsOf(page).map(([operation, text]) => toPrinted(page, operation, text)),
)
