import { appendFile, link, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { outputFolder, scannedFolderVariable } from '../../testing/vitest/scannedFolder.ts'
import { filesIn } from './files.ts'
import { scanFor, type Leak, type Sought } from './scan.ts'
import { requireNoLeaksOfWorker } from './requireNoLeaks.ts'

/**
 * What tests inside the worker's runtime leave behind: the files of their databases and of the storage of objects, and what they print. The
 * runtime removes its files when it ends, and ends by itself after the last test, so each file of tests has them kept, as links.
 */

const inodeOf = async (file: string): Promise<number | undefined> => (await stat(file).catch(() => undefined))?.ino

/** Keeps a file by a second name. Where it came anew under its name, the older one has been written into another. */
const keep = async (file: string, kept: string): Promise<void> => {
  const [now, before] = [await inodeOf(file), await inodeOf(kept)]
  if (now === undefined || now === before) return
  await mkdir(dirname(kept), { recursive: true })
  if (before !== undefined) await rm(kept)
  await link(file, kept)
}

/** Keeps what a file of tests has printed, and all files that the runtime has by now. Nothing where nobody watches. */
export const keepLeftovers = async (printed: string): Promise<void> => {
  const folder = process.env[scannedFolderVariable]
  if (!folder) return
  await appendFile(join(outputFolder(folder), 'printed.log'), printed)
  for (const file of await filesIn(tmpdir())) await keep(file, join(outputFolder(folder), relative(tmpdir(), file)))
}

/** A text, and what must not be in it. */
export type Search = { readonly sought: Sought; readonly text: string }

/** The leaks in a text. */
export const searchText = async ({ sought, text }: Search): Promise<Leak[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-search-'))
  try {
    await writeFile(join(folder, 'text.log'), text)
    return await scanFor(sought, { folders: [folder], files: [] })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Has everything kept from now on, and answers what searches it, and what removes it. */
export const watchWorker = async (): Promise<{ search: () => Promise<void>; end: () => void }> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-worker-'))
  // Where Miniflare makes its own folder, once this has returned.
  const own = join(folder, 'tmp')
  await Promise.all([own, outputFolder(folder)].map((each) => mkdir(each)))
  Object.assign(process.env, { TMPDIR: own, [scannedFolderVariable]: folder })
  const search = async () => {
    const kept = await filesIn(outputFolder(folder))
    for (const wanted of ['/printed.log', '/d1/'])
      if (!kept.some((file) => file.includes(wanted))) throw new Error(`Nothing was kept of ${wanted}, nor searched.`)
    await requireNoLeaksOfWorker({ folders: [outputFolder(folder)], files: [] })
  }
  return { search, end: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Around all tests of a run: it ends with a search of everything that was kept. */
export default async function aroundTests(): Promise<(() => Promise<void>) | undefined> {
  // One search for both projects, where one run has them.
  if (process.env[scannedFolderVariable] !== undefined) return undefined
  const { search, end } = await watchWorker()
  // Not before the runtime has ended.
  process.once('exit', end)
  return search
}
