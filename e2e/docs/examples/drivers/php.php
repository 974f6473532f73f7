<?php
// Runs the PHP samples whose paths it reads.

$run = static function (string $path): array {
    ob_start();
    try {
        include $path;
        return ['printed' => json_decode(ob_get_clean())];
    } catch (Throwable $error) {
        ob_end_clean();
        return ['error' => (string) $error];
    }
};

while (($line = fgets(STDIN)) !== false) {
    echo json_encode($run(trim($line))), "\n";
}
