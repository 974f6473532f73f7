import { scriptsOf } from './build.ts'
import { sha384 } from './html.ts'
import { bothEncodings, firstDifference, forEach, type Visit } from './visit.ts'

const checkList = async ({ ask, say, build }: Visit): Promise<void> => {
  const path = '/.well-known/payment-page-scripts.json'
  const { status, body } = await ask(path, 'empty')
  if (status !== 200) return say(path, [`it answers ${status}`])
  if (!body.equals(await build.file('payment-page-scripts.json')))
    say(path, [`it is not the list of this build, version ${build.listed.version}`])
}

const parsed = (body: Buffer): Record<string, string> => {
  try {
    return Object(JSON.parse(body.toString())) as Record<string, string>
  } catch {
    // Then nothing is in it, and that is said of each.
    return {}
  }
}

/** Earlier versions may be listed, too: they are kept for pages that pin them. */
const checkIntegrities = async ({ ask, say, build }: Visit): Promise<void> => {
  const { status, body } = await ask('/sri.json', 'empty')
  if (status !== 200) return say('/sri.json', [`it answers ${status}`])
  const listed = parsed(body)
  for (const [path, integrity] of Object.entries(build.integrities))
    if (listed[path] !== integrity)
      say('/sri.json', [`${path} is ${listed[path] ?? 'not there'} in place of ${integrity}`])
}

/** Without the second a browser may take for a script what is none. */
const headersOfScripts = { 'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff' }

const checkScript = async ({ ask, say, build }: Visit, path: string, built: string): Promise<void> => {
  const file = await build.file(built)
  for (const encodings of bothEncodings) {
    const { status, headers, body } = await ask(path, 'script', encodings)
    if (status !== 200) return say(path, [`it answers ${status}`])
    if (!body.equals(file))
      say(path, [
        `the script is not that of the build, ${sha384(body)} in place of ${sha384(file)}, ${firstDifference(file, body)}`,
      ])
    for (const [name, value] of Object.entries(headersOfScripts))
      if (headers[name] !== value)
        say(path, [`the header ${name} is ${headers[name] ?? 'missing'} in place of ${value}`])
  }
}

/**
 * Compares every script that has an address with that of the build, byte for byte, compressed and plain, and what the gateway publishes of them.
 *
 * @returns how many there are
 */
export const checkScripts = async (visit: Visit): Promise<number> => {
  const { build } = visit
  const scripts = scriptsOf(build).map(({ src }) => ({ path: src, built: src }))
  await Promise.all([checkList(visit), checkIntegrities(visit)])
  await forEach([...scripts, { path: '/embed.js', built: build.embed }], ({ path, built }) =>
    checkScript(visit, path, built),
  )
  return scripts.length
}
