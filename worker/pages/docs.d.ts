// What `npm run build` says of the files of the reference: types are checked without a build, too.
declare module '*/dist/docs.json' {
  const docs: { version: string }
  export default docs
}
