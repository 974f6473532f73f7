import { parseSync } from 'vite'

type Node = { type: string; [member: string]: unknown }

/** The root name of a call: `it` of `it.each(…)(…)`; empty for skipped tests. */
const calleeName = (callee: Node): string => {
  if (callee.type === 'Identifier') return callee['name'] as string
  if (callee.type === 'CallExpression') return calleeName(callee['callee'] as Node)
  if (callee.type !== 'MemberExpression') return ''
  return ['skip', 'todo', 'fixme', 'fails'].includes((callee['property'] as Node)['name'] as string)
    ? ''
    : calleeName(callee['object'] as Node)
}

/** The titles of the tests and groups of a source that run. */
export const testTitles = (source: string): Set<string> => {
  const titles = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (value && typeof value === 'object') {
      const node = value as Node
      const [first] = (node['arguments'] as Node[] | undefined) ?? []
      if (node.type === 'CallExpression' && ['it', 'test', 'describe'].includes(calleeName(node['callee'] as Node)))
        if (typeof first?.['value'] === 'string') titles.add(first['value'])
      Object.values(node).forEach(visit)
    }
  }
  visit(parseSync('some.test.ts', source, { lang: 'ts', sourceType: 'module' }).program)
  return titles
}
