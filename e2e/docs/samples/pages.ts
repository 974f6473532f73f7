import { codeBlocks, documents, readDocument, type CodeBlock } from '../../../worker/cli/docs/markdown.ts'

/** Pages with code blocks, as paths below the repository. */
export const pages = (): string[] => documents().filter((path) => codeBlocks(readDocument(path)).length > 0)

/** A label such as [JavaScript] names a tab; a label such as [server.js] names the file that a reader saves. */
export const isFileName = (label: string): boolean => /^[\w./-]+\.\w+$/.test(label)

/** What a reader chooses in a code group: the language of files, else the label, else the language. */
const choiceOf = ({ language, file }: CodeBlock): string => (file && !isFileName(file) ? file : language)

const stem = (file: string): string => file.replace(/\.\w+$/, '')

/** Whether the blocks of a code group exclude each other. Different files, such as server.js and index.html, belong together. */
const areAlternatives = (blocks: readonly CodeBlock[]): boolean =>
  !blocks.every(({ file }) => isFileName(file)) || new Set(blocks.map(({ file }) => stem(file))).size === 1

const alternativesIn = (blocks: readonly CodeBlock[]): Map<number, CodeBlock[]> => {
  const groups = Map.groupBy(
    blocks.filter(({ group }) => group !== null),
    ({ group }) => group!,
  )
  return new Map([...groups].filter(([, group]) => group.length > 1 && areAlternatives(group)))
}

/** The choices that a page offers in its code groups. A page without groups has one, with an empty name. */
export const choicesOf = (blocks: readonly CodeBlock[]): string[] => {
  const choices = [...alternativesIn(blocks).values()].flatMap((group) => group.map(choiceOf))
  return choices.length > 0 ? [...new Set(choices)] : ['']
}

/** The blocks of a reader with one choice, in order: of each group the chosen block, or the first where there is none. */
export const blocksOf = (blocks: readonly CodeBlock[], choice: string): CodeBlock[] => {
  const alternatives = alternativesIn(blocks)
  return blocks.filter((block) => {
    const group = alternatives.get(block.group ?? 0)
    return !group || block === (group.find((one) => choiceOf(one) === choice) ?? group[0])
  })
}

export const blocksIn = (page: string): CodeBlock[] => codeBlocks(readDocument(page))

const programs = new Set(['sh', 'js', 'ts', 'python', 'php'])

/** Whether a block is the answer of the one before it: JSON after a program, in the same section. */
export const isAnswer = (page: string, before: CodeBlock | undefined, { language, file, line }: CodeBlock): boolean => {
  if (language !== 'json' || file || !before || !programs.has(before.language)) return false
  const end = before.line + before.code.split('\n').length
  const between = readDocument(page)
    .split('\n')
    .slice(end, line - 1)
  return !between.some((text) => text.startsWith('#'))
}
