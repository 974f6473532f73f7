import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inRepository } from '../../../worker/cli/repository.ts'
import { PACKAGE_NAME } from '../../../widget/testing/npmPackage.ts'

/** Makes a folder in which programs can import the npm package, as a reader has it. */
export const makeSampleFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-examples-'))
  await mkdir(join(folder, 'node_modules', dirname(PACKAGE_NAME)), { recursive: true })
  await symlink(inRepository('dist/package'), join(folder, 'node_modules', PACKAGE_NAME))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}
