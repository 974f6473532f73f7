import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * A plugin of Stryker, loaded by its main process: adds the drawn mutants of SQL texts to Stryker's own, and limits those to the drawn lines.
 * Stryker has no interface for mutators, so this extends its list; `stryker/package-lock.json` pins the version.
 *
 * JavaScript, since Stryker loads it by itself.
 */
const { instrumenter, lines, sql } = JSON.parse(readFileSync(process.env.SLUICE_MUTATION, 'utf8'))
const { allMutators } = await import(pathToFileURL(`${instrumenter}/dist/src/mutators/index.js`).href)

const drawnLines = new Set(lines)
const mutantsByFile = Map.groupBy(sql, ({ file }) => file)

const fileOf = (path) => {
  const name = path.hub.file.opts.filename
  return [...mutantsByFile.keys()].find((file) => name.endsWith(`/${file}`))
}

const isDrawn = (path) => {
  const { start, end } = path.node.loc ?? {}
  const name = path.hub.file.opts.filename
  return (
    start !== undefined &&
    start.line === end.line &&
    drawnLines.has(`${name.slice(name.indexOf('/worker/') + 1)}:${start.line}`)
  )
}

/** An emptied SQL text fails in any test that runs it, which would only raise the score. */
const isSqlText = ({ node, hub }) =>
  /\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE|AND|OR|SET)\b|\w (?:=|<|>|<=|>=|<>) /.test(
    hub.file.code.slice(node.start, node.end),
  )

for (const [index, mutator] of allMutators.entries())
  allMutators[index] = {
    ...mutator,
    *mutate(path, ...rest) {
      if (!isDrawn(path) || (mutator.name === 'StringLiteral' && isSqlText(path))) return
      yield* mutator.mutate(path, ...rest)
    },
  }

/** A copy of a node with edits, whose offsets count from the start of the file. */
const edited = (text, start, edits) =>
  edits
    .filter((edit) => edit.start >= start && edit.start <= start + text.length)
    .reduceRight(
      (result, edit) => result.slice(0, edit.start - start) + edit.text + result.slice(edit.end - start),
      text,
    )

const withEdits = (node, edits) => {
  if (node.type === 'StringLiteral') return { type: 'StringLiteral', value: edited(node.value, node.start + 1, edits) }
  const quasis = node.quasis.map((quasi) => ({
    type: 'TemplateElement',
    tail: quasi.tail,
    value: { raw: edited(quasi.value.raw, quasi.start, edits) },
  }))
  return { type: 'TemplateLiteral', quasis, expressions: node.expressions }
}

/** Whether the innermost literal around the edit is this node. */
const holds = (node, { start }) => {
  if (start < node.start || start >= node.end) return false
  if (node.type === 'StringLiteral') return node.value.length === node.end - node.start - 2
  return node.quasis.some((quasi) => start >= quasi.start && start <= quasi.end)
}

for (const operator of new Set(sql.map((mutant) => mutant.operator)))
  allMutators.push({
    name: `SQL ${operator}`,
    *mutate(path) {
      if (path.node.type !== 'TemplateLiteral' && path.node.type !== 'StringLiteral') return
      for (const mutant of mutantsByFile.get(fileOf(path)) ?? [])
        if (mutant.operator === operator && holds(path.node, mutant.edits[0])) yield withEdits(path.node, mutant.edits)
    },
  })

/** Stryker requires it of a plugin. */
export const strykerPlugins = []
