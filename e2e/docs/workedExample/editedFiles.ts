import type { CodeBlock } from '../../../worker/cli/docs/markdown.ts'

/** The page whose example the tests follow. */
export const workedExample = 'docs/internals/add-an-endpoint.md'

/** Whether a code block changes or creates a file of the repository: ```ts [worker/routes/plans/plans.ts]. */
export const isEdit = ({ file }: CodeBlock): boolean => /^(worker|widget|e2e|demo)\//.test(file)

/** The blocks of a page that change or create files. */
export const editsOf = (blocks: readonly CodeBlock[]): CodeBlock[] => blocks.filter(isEdit)

/** A line of an excerpt: with `++` it is new, with `--` it is removed, else it is in the file already. */
interface EditedLine {
  readonly text: string
  readonly kind: 'added' | 'removed' | 'kept' | 'skipped'
}

const editedLine = (line: string): EditedLine => {
  const [, text = '', mark] = /^(.*?)\s?\/\/ \[!code (\+\+|--)\]$/.exec(line) ?? [null, line]
  if (mark === '++') return { text, kind: 'added' }
  if (mark === '--') return { text, kind: 'removed' }
  return { text, kind: text.trim() === '…' ? 'skipped' : 'kept' }
}

/**
 * Applies the marked lines of an excerpt to the text of a file. Kept and removed lines must be in the file in this order; `…` stands for any
 * lines between them.
 *
 * @throws Error with the first line that the file does not have
 */
export const applyEdits = (source: string, code: string): string => {
  const lines = source.split('\n')
  let at = 0
  let maySkip = true
  // New lines after skipped ones, whose place is in front of the next kept line.
  let waiting: string[] = []
  for (const { text, kind } of code.trimEnd().split('\n').map(editedLine)) {
    if (kind === 'skipped') maySkip = true
    else if (kind === 'added' && maySkip) waiting.push(text)
    else if (kind === 'added') lines.splice(at++, 0, text)
    else {
      const found = maySkip ? lines.indexOf(text, at) : at
      if (lines[found] !== text) throw new Error(`${text.trim()} is not in the file`)
      lines.splice(found, kind === 'removed' ? 1 : 0, ...waiting)
      at = found + waiting.length + (kind === 'removed' ? 0 : 1)
      waiting = []
      maySkip = false
    }
  }
  if (waiting.length > 0) throw new Error('New lines need a line after them')
  return lines.join('\n')
}
