"""Fetches the PDFs without fields that the detector is trained and measured with: documentation in Debian's packages.

`fieldless.txt` lists them: the use (`train` or `held-out`), the package, and the path of the PDF in it. They were chosen by
the hashes of the packages' names among those below 6 MB, one PDF each, without those whose names speak of forms, figures or
logos and those that qpdf cannot read. Nobody has looked at the pages.

    python3 fieldless.py FOLDER     writes FOLDER/train/PACKAGE.pdf and FOLDER/held-out/PACKAGE.pdf, 8 pages of each
"""
import concurrent.futures
import gzip
import os
import subprocess
import sys
import tempfile

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'fieldless.txt')
PAGES = 8


def entries():
    with open(LIST, encoding='utf-8') as file:
        return [line.split(maxsplit=2) for line in file.read().splitlines() if line and not line.startswith('#')]


def fetch(package, path, target):
    """Writes the first pages of a PDF in a Debian package; does nothing if they are there already."""
    if os.path.exists(target):
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(['apt-get', 'download', '-qq', '-o', 'APT::Sandbox::User=root', package], cwd=folder, check=True,
                       stderr=subprocess.DEVNULL)
        archive = os.path.join(folder, os.listdir(folder)[0])
        files = subprocess.run(['dpkg-deb', '--fsys-tarfile', archive], capture_output=True, check=True).stdout
        pdf = subprocess.run(['tar', '-xO', '.' + path], input=files, capture_output=True, check=True).stdout
        whole, part = os.path.join(folder, 'whole.pdf'), os.path.join(folder, 'part.pdf')
        with open(whole, 'wb') as file:
            file.write(gzip.decompress(pdf) if path.endswith('.gz') else pdf)
        # qpdf exits with 3 if it had to repair something.
        count = int(subprocess.run(['qpdf', '--show-npages', whole], capture_output=True, text=True).stdout or 0)
        made = subprocess.run(['qpdf', whole, '--pages', '.', f'1-{min(count, PAGES)}', '--', part], capture_output=True)
        if not count or made.returncode not in (0, 3):
            raise ValueError(f'{path} is not a readable PDF')
        os.replace(part, target)


def fetch_all(folder):
    """Fetches all listed PDFs that are not in the folder yet; ends the program if one cannot be had."""
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        jobs = {}
        for use, package, path in entries():
            os.makedirs(os.path.join(folder, use), exist_ok=True)
            jobs[package] = pool.submit(fetch, package, path, os.path.join(folder, use, package + '.pdf'))
        failed = [f'{package}: {job.exception()}' for package, job in jobs.items() if job.exception()]
    if failed:
        sys.exit('\n'.join(failed))


if __name__ == '__main__':
    fetch_all(sys.argv[1])
