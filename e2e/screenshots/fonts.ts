import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRepository } from '../../worker/cli/repository.ts'

/** The families for `system-ui` and `sans-serif`, in order: Inter has no Arabic. */
const families = ['Inter', 'Noto Sans Arabic']
const folders = ['inter', 'noto-sans-arabic'].map((name) => inRepository(`node_modules/@expo-google-fonts/${name}`))

const strings = (texts: readonly string[]): string => texts.map((text) => `<string>${text}</string>`).join('')

const config = (cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  ${folders.map((folder) => `<dir>${folder}</dir>`).join('')}
  <cachedir>${cache}</cachedir>
  ${['system-ui', 'sans-serif', 'sans']
    .map(
      (family) =>
        `<match target="pattern"><test name="family">${strings([family])}</test>
         <edit name="family" mode="prepend" binding="strong">${strings(families)}</edit></match>`,
    )
    .join('\n  ')}
</fontconfig>
`

/**
 * Fonts of the pictures: a private fontconfig file, since a bare Linux has no font for user interfaces. Other systems ignore it and have one.
 *
 * @returns the environment of the browser, and a function that removes the file
 */
export const prepareFonts = async (): Promise<{ env: Record<string, string>; remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-fonts-'))
  const file = join(folder, 'fonts.conf')
  await mkdir(join(folder, 'cache'))
  await writeFile(file, config(join(folder, 'cache')))
  return { env: { FONTCONFIG_FILE: file }, remove: () => rm(folder, { recursive: true }) }
}
