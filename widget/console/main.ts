import './shell/console-shell.ts'
