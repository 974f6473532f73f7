import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/**
 * What the worker may weigh, in bytes of its one file after gzip: it starts fast because it is small. It was 100 KB for the API alone;
 * the hosted checkout, whose pages and mails the worker draws by itself, has a quarter of that on top, and the card readers, with their two
 * objects and the device protocol, a tenth. Events are another eighth: what is told of each change is drawn in its own batch, 41 types of
 * it, and a webhook has nine endpoints and an object of its own.
 */
export const budgetBytes = 153_000

/** What only builds, prints, tests or operates the worker. It would be in there by an import too many. */
const strangers: readonly RegExp[] = [
  /^(widget|demo|e2e)\//,
  /^worker\/(cli|testing|pages\/print)\//,
  /^worker\/contract\/(documentation|errorHelp|openapi\w*|testBodies)\.ts$/,
  // Which numbers run over two networks is known to the form alone, where one may choose.
  /^worker\/contract\/card\/cobadges\.ts$/,
  /\.test\.ts$/,
]

export interface WorkerBundle {
  readonly gzipBytes: number
  /** Files that something of the bundle came from, as paths from the repository. */
  readonly sources: readonly string[]
}

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >
}

/** Reads what `wrangler deploy --dry-run --outdir <folder> --metafile <folder>/meta.json` left there. */
export const readWorkerBundle = async (folder: string): Promise<WorkerBundle> => {
  const [index, metafile] = await Promise.all([
    readFile(join(folder, 'index.js')),
    readFile(join(folder, 'meta.json'), 'utf8'),
  ])
  const { outputs } = JSON.parse(metafile) as Metafile
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs))
  return {
    gzipBytes: (await promisify(gzip)(index)).length,
    sources: inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path),
  }
}

const grouped = (bytes: number): string => bytes.toLocaleString('en')

/** The weight of the worker, in words. */
export const weightOf = ({ gzipBytes }: WorkerBundle): string =>
  `${grouped(gzipBytes)} bytes gzip of ${grouped(budgetBytes)}`

/** What is wrong with a bundle, in words: nothing where all is well. */
export const faultsOfBundle = (bundle: WorkerBundle): readonly string[] => [
  ...(bundle.sources.length === 0 ? ['It has no sources.'] : []),
  ...(bundle.gzipBytes > budgetBytes ? [`It has ${weightOf(bundle)}.`] : []),
  ...bundle.sources
    .filter((path) => strangers.some((stranger) => stranger.test(path)))
    .map((path) => `${path} is in it, which no request needs.`),
]
