"""A client of the HTTP service, with a connection for each request."""
import http.client
import json
import secrets
import urllib.parse


class Unanswered(Exception):
    """Whether the request was carried out is not known."""


class Refused(Exception):
    """The service answered with an error."""

    def __init__(self, status, body):
        super().__init__(f'{status}: {body[:300].decode(errors="replace")}')
        self.status = status
        # Answers to the loss of a server leave open what has happened, such as to a commit.
        self.is_temporary = status in (429, 500, 502, 503, 504, 507)


class Client:
    def __init__(self, host, port, token=None, host_name=None):
        """`host_name` is the public name of a service that is reached at an address of its own."""
        self.host, self.port = host, port
        self.headers = {'Connection': 'close'}
        if token:
            self.headers['Authorization'] = f'Bearer {token}'
        if host_name:
            self.headers['Host'] = host_name

    def request(self, method, path, body=None, headers=None, expected=(200, 201, 202, 204)):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=120)
        try:
            connection.request(method, f'/api/v1{path}', body, self.headers | (headers or {}))
            answer = connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise Unanswered(str(error)) from error
        finally:
            connection.close()
        if answer.status not in expected:
            raise Refused(answer.status, data)
        return data

    def json(self, method, path, value=None):
        body = None if value is None else json.dumps(value)
        data = self.request(method, path, body, {'Content-Type': 'application/json'} if body else None)
        return json.loads(data) if data else None

    def upload(self, name, data, path='/documents/init-upload', media_type='application/pdf'):
        """Uploads a file and returns the answer."""
        boundary = secrets.token_hex(16)
        head = (f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
                f'Content-Type: {media_type}\r\n\r\n').encode()
        body = head + data + f'\r\n--{boundary}--\r\n'.encode()
        return json.loads(self.request('POST', path, body, {'Content-Type': f'multipart/form-data; boundary={boundary}'}))

    def documents(self):
        """All documents, newest first."""
        found, before = [], None
        while True:
            page = self.json('GET', '/documents?limit=200' + (f'&before={before}' if before else ''))
            found += page['documents']
            before = page.get('next')
            if not before:
                return found

    def named(self, name):
        return [document for document in self.json('GET', f'/documents?text={urllib.parse.quote(name)}')['documents']
                if document['fileName'] == name]

    def filled(self, document):
        """The bytes of the filled form."""
        link = urllib.parse.urlsplit(self.json('GET', f'/documents/{document}/download')['filledPdfUrl'])
        return self.request('GET', f'{link.path.removeprefix("/api/v1")}?{link.query}')

    def events(self, document, after):
        """Yields the numbers and causes of a document's events as a stream brings them."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        try:
            connection.request('GET', f'/api/v1/documents/{document}/events',
                               headers=self.headers | {'Last-Event-ID': str(after)})
            answer = connection.getresponse()
            if answer.status != 200:
                raise Refused(answer.status, answer.read())
            number = cause = None
            while line := answer.readline().decode():
                if line.startswith('id: '):
                    number = int(line[4:])
                elif line.startswith('data: '):
                    cause = json.loads(line[6:])['cause']
                elif not line.strip() and number is not None:
                    yield number, cause
                    number = None
        except (OSError, http.client.HTTPException) as error:
            raise Unanswered(str(error)) from error
        finally:
            connection.close()
