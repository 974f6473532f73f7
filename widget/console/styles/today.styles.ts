export const todayStyles = `
`
