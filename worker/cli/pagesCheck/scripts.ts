import { scriptsOf } from './build.ts'
import { sha384 } from './html.ts'
import { bothEncodings, firstDifference, forEach, type Visit } from './visit.ts'

const checkList = async ({ request, report, build }: Visit): Promise<void> => {
  const path = '/.well-known/payment-page-scripts.json'
  const { status, body } = await request(path, 'empty')
  if (status !== 200) return report(path, [`returned ${status}`])
  if (!body.equals(await build.file('payment-page-scripts.json')))
    report(path, [`is not the list of this build, version ${build.listed.version}`])
}

const parsed = (body: Buffer): Record<string, string> => {
  try {
    return Object(JSON.parse(body.toString())) as Record<string, string>
  } catch {
    // An empty list reports each script as missing.
    return {}
  }
}

/** Earlier versions may be listed, too, for pages that pin them. */
const checkIntegrities = async ({ request, report, build }: Visit): Promise<void> => {
  const { status, body } = await request('/sri.json', 'empty')
  if (status !== 200) return report('/sri.json', [`returned ${status}`])
  const listed = parsed(body)
  for (const [path, integrity] of Object.entries(build.integrities))
    if (listed[path] !== integrity)
      report('/sri.json', [`${path} is ${listed[path] ?? 'missing'} instead of ${integrity}`])
}

/** nosniff stops browsers from running other types as scripts. */
const headersOfScripts = { 'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff' }

const checkScript = async ({ request, report, build }: Visit, path: string, built: string): Promise<void> => {
  const file = await build.file(built)
  for (const encodings of bothEncodings) {
    const { status, headers, body } = await request(path, 'script', encodings)
    if (status !== 200) return report(path, [`returned ${status}`])
    if (!body.equals(file))
      report(path, [
        `differs from the build, ${sha384(body)} instead of ${sha384(file)}, ${firstDifference(file, body)}`,
      ])
    for (const [name, value] of Object.entries(headersOfScripts))
      if (headers[name] !== value)
        report(path, [`the header ${name} is ${headers[name] ?? 'missing'} instead of ${value}`])
  }
}

/**
 * Compares every external script with the build, byte for byte, compressed and plain, and the gateway's manifests.
 *
 * @returns the number of scripts
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
